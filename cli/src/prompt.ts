// Prompts on a terminal; in a script the input comes from standard input.

import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { UsageError } from './failure.ts'

export function isAtTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

export function prompt(question: string): Promise<string> {
  return answerTo(question, false)
}

/** Input is not echoed. Without a terminal it is read from standard input. */
export async function promptSecret(question: string): Promise<string> {
  return isAtTerminal() ? answerTo(question, true) : (await text(process.stdin)).trim()
}

/** Irreversible actions need confirmation. */
export async function requireConsent(question: string, { yes }: { yes?: boolean }): Promise<void> {
  if (yes) return
  if (!isAtTerminal()) throw new UsageError(`${question} Add --yes to skip this question.`)
  if (!/^y(es)?$/i.test(await prompt(`${question} (y/N) `))) throw new UsageError('Cancelled.')
}

function answerTo(question: string, isSecret: boolean): Promise<string> {
  process.stderr.write(question)
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: isSecret ? silence : process.stderr,
    terminal: process.stdin.isTTY === true,
  })
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => {
      resolve(line.trim())
      lines.close()
    })
    lines.once('close', () => {
      if (isSecret) process.stderr.write('\n')
      reject(new UsageError('No input.'))
    })
  })
}
