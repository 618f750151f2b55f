// The TypeScript blocks of a page as one program that pauses between blocks, so that later blocks see earlier values.

import { spawn } from 'node:child_process'

const patienceMs = 30_000

export interface Ran {
  exitCode: number
  output: string
  complaint: string
}

export interface Program {
  /** Runs the next block, with these variables. */
  goOn(env: Record<string, string>): Promise<Ran>
  stop(): void
}

const prelude = `
const nextBlock = () => {
  const received = new Promise((resolve) => process.once('message', resolve))
  process.send?.('done')
  return received.then((env) => Object.assign(process.env, env))
}`

export function startProgram(blocks: string[], cwd: string): Program {
  const code = [prelude, ...blocks.flatMap((block) => ['await nextBlock()', block]), 'await nextBlock()']
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code.join('\n')], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env.PATH ?? '' },
  })
  let [output, complaint] = ['', '']
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    complaint += chunk
  })
  let exitCode: number | undefined
  const ended = new Promise<void>((resolve) => {
    child.on('close', (code) => {
      exitCode = code ?? 1
      resolve()
    })
  })
  const paused = () => Promise.race([ended, new Promise((resolve) => child.once('message', resolve))])
  let ready = paused()

  return {
    async goOn(env) {
      const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
      try {
        await ready
        output = ''
        if (exitCode !== undefined)
          return { exitCode: 1, output, complaint: complaint || 'the program exited' }
        ready = paused()
        child.send(env)
        await ready
        // Output may arrive after the message.
        await new Promise((resolve) => setTimeout(resolve, 30))
        return { exitCode: exitCode ?? 0, output, complaint }
      } finally {
        clearTimeout(timer)
      }
    },
    stop: () => {
      child.kill('SIGKILL')
    },
  }
}
