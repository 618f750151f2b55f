// Runs one child process per role, restarts those that exit, and stops all together.

import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import type { Log } from '../platform/observability/log.ts'
import type { ProcessRole } from './roles.ts'

const restartDelayMs = 1_000
const maxRestartDelayMs = 30_000
/** Uptime after which the restart back-off is reset. */
const healthyAfterMs = 60_000

export function serveGroup(log: Log, roles: ProcessRole[], main: string): { stop(): Promise<void> } {
  const children = new Map<ProcessRole, ChildProcess>()
  let stopping = false

  function start(role: ProcessRole, failures: number) {
    const startedAt = performance.now()
    const child = spawn(process.execPath, [...process.execArgv, main, 'serve', role], {
      // The IPC channel carries no messages; when it closes, the child knows that its parent is gone.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    children.set(role, child)
    child.on('exit', (code, signal) => {
      children.delete(role)
      if (stopping) return
      const failed = performance.now() - startedAt > healthyAfterMs ? 0 : failures + 1
      const afterMs = Math.min(maxRestartDelayMs, restartDelayMs * 2 ** Math.max(0, failed - 1))
      log.error({ role, code, signal, afterMs }, 'process exited, restarting')
      setTimeout(() => {
        if (!stopping) start(role, failed)
      }, afterMs)
    })
  }
  for (const role of roles) start(role, 0)

  return {
    async stop() {
      stopping = true
      await Promise.all(
        [...children.values()].map(
          (child) =>
            new Promise((resolve) => {
              child.on('exit', resolve)
              child.kill('SIGTERM')
            }),
        ),
      )
    },
  }
}
