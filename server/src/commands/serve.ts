import { Argument, Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { createLog } from '../platform/observability/log.ts'
import { isRole, roles } from '../roles/roles.ts'
import { serve } from '../roles/serve.ts'
import { serveGroup } from '../roles/supervisor.ts'
import { describeFailure } from './failure.ts'

/** A process that does not stop by itself within this time is stopped hard; nothing acknowledged is lost by it. */
const stopWithinMs = 30_000

export const serveCommand = new Command('serve')
  .description('serve all roles, or only the named ones')
  .addArgument(new Argument('[roles...]').choices(roles))
  .action(async (wanted: string[]) => {
    // One of a group does not outlive it: nobody would stop it, or start it again.
    const exitNow = () => process.exit(1)
    process.on('disconnect', exitNow)
    // As the first process of a container nothing else would end it while it waits for its engines.
    process.on('SIGTERM', exitNow)
    const config = readConfig(process.env)
    const log = createLog(config.log.level)
    // A platform without a broker has nothing to do for that role.
    const usual = roles.filter((role) => role !== 'mqtt' || config.gateway.mqttUrl)
    const chosen = wanted.length > 0 ? wanted.filter(isRole) : usual
    // Each role has a process of its own, so that one that is busy or dies does not take the others along.
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
