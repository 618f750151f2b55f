import { Argument, Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { createLog } from '../platform/observability/log.ts'
import { isRole, roles } from '../roles/roles.ts'
import { serve } from '../roles/serve.ts'
import { serveGroup } from '../roles/supervisor.ts'
import { describeFailure } from './failure.ts'

/** A process that does not stop within this time is killed; nothing acknowledged is lost. */
const stopWithinMs = 30_000

export const serveCommand = new Command('serve')
  .description('start all roles, or only the given ones')
  .addArgument(new Argument('[roles...]').choices(roles))
  .action(async (wanted: string[]) => {
    // A child process exits with its supervisor, which would otherwise neither stop nor restart it.
    const exitNow = () => process.exit(1)
    process.on('disconnect', exitNow)
    // As PID 1 of a container it has no default signal handler, and must stop while it waits for its dependencies.
    process.on('SIGTERM', exitNow)
    const config = readConfig(process.env)
    const log = createLog(config.log.level)
    // Without a broker the mqtt role has nothing to do.
    const usual = roles.filter((role) => role !== 'mqtt' || config.gateway.mqttUrl)
    const chosen = wanted.length > 0 ? wanted.filter(isRole) : usual
    // One process per role, so a busy or crashed role does not affect the others.
    const served =
      chosen.length === 1 ? await serve(config, log, chosen) : serveGroup(log, chosen, process.argv[1] ?? '')
    let stopping = false
    const stop = (signal: string) => {
      if (stopping) return
      stopping = true
      log.info({ signal }, 'stopping')
      setTimeout(() => {
        log.error('did not stop in time')
        process.exit(1)
      }, stopWithinMs).unref()
      served.stop().then(
        () => process.exit(0),
        (error) => {
          log.error({ err: error }, describeFailure(error))
          process.exit(1)
        },
      )
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
    process.off('SIGTERM', exitNow)
    process.off('disconnect', exitNow)
    process.on('disconnect', () => stop('disconnect'))
  })
