import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Argument, Command, Option } from 'commander'
import { expect, test } from 'vitest'
import { clientCommands } from '../client-commands.ts'
import { bashScript } from './bash.ts'
import { fishScript } from './fish.ts'
import { levelsOf } from './levels.ts'
import { zshScript } from './zsh.ts'

const program = new Command('rastro')
for (const command of clientCommands()) program.addCommand(command)
program.addCommand(
  new Command('serve')
    .addArgument(new Argument('[roles...]').choices(['api', 'recorder']))
    .addOption(new Option('--how <way>', 'it’s a "way"').choices(['fast', 'slow'])),
)
const levels = levelsOf(program)
const folder = mkdtempSync(join(tmpdir(), 'rastro-completion-'))
writeFileSync(join(folder, 'track.gpx'), '')
const script = join(folder, 'rastro.bash')
writeFileSync(script, bashScript('rastro', levels))

/** What a real bash completes after these words. */
function offeredAfter(...words: string[]): string[] {
  const typed = ['rastro', ...words].map((word) => `'${word}'`).join(' ')
  const command = `source ${script}; COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _rastro; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' }).split('\n').filter(Boolean)
}

test('bash completes commands, options and choices', () => {
  expect(offeredAfter('de')).toEqual(['device'])
  expect(offeredAfter('device', '')).toEqual(
    expect.arrayContaining(['list', 'show', 'create', 'update', 'delete']),
  )
  expect(offeredAfter('device', 'list', '--st')).toEqual(['--state'])
  expect(offeredAfter('device', 'list', '--state', '')).toEqual(['active', 'expired'])
  expect(offeredAfter('device', 'list', '--state', 'active', '--j')).toEqual(['--json'])
  expect(offeredAfter('serve', '')).toEqual(expect.arrayContaining(['api', 'recorder', '--how']))
  expect(offeredAfter('serve', '--how', 'f')).toEqual(['fast'])
})

test('bash completes file names only for file options', () => {
  expect(offeredAfter('import', 'history', 'tr')).toEqual(['track.gpx'])
  expect(offeredAfter('whoami', '--api-key-file', 'tr')).toEqual(['track.gpx'])
  expect(offeredAfter('device', 'list', '--search', '')).toEqual([])
})

test('does not mistake the value of an option for a command', () => {
  expect(offeredAfter('device', 'show', 'list', '--j')).toEqual(['--json'])
})

test('registers the script for its command name', () => {
  const command = `source ${script}; complete -p rastro`
  expect(execFileSync('bash', ['-c', command], { encoding: 'utf8' })).toContain('-F _rastro rastro')
})

test.each([
  ['zsh', zshScript, ['-n']],
  ['fish', fishScript, ['--no-execute']],
] as const)('the script for %s is well formed', (shell, write, args) => {
  const file = join(folder, `rastro.${shell}`)
  const text = write('rastro', levels)
  writeFileSync(file, text)
  for (const { path } of levels.slice(1)) expect(text).toContain(`'${path}'`)
  // Without the shell, only the quoting can be checked.
  if (isInstalled(shell)) execFileSync(shell, [...args, file])
  else
    expect(
      text.split('\n').filter((line) => (line.replaceAll(/\\'|'\\''/g, '').match(/'/g)?.length ?? 0) % 2),
    ).toEqual([])
})

function isInstalled(shell: string): boolean {
  try {
    execFileSync('which', [shell], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
