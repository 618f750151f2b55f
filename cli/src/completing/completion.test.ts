import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Argument, Command, Option } from 'commander'
import { expect, test } from 'vitest'
import { clientCommands } from '../client-commands.ts'
import { bashScript } from './bash.ts'
import { fishScript } from './fish.ts'
import { placesOf } from './tree.ts'
import { zshScript } from './zsh.ts'

const program = new Command('rastro')
for (const command of clientCommands()) program.addCommand(command)
program.addCommand(
  new Command('serve')
    .addArgument(new Argument('[roles...]').choices(['api', 'recorder']))
    .addOption(new Option('--how <way>', 'it’s a "way"').choices(['fast', 'slow'])),
)
const places = placesOf(program)
const folder = mkdtempSync(join(tmpdir(), 'rastro-completion-'))
writeFileSync(join(folder, 'track.gpx'), '')
const script = join(folder, 'rastro.bash')
writeFileSync(script, bashScript('rastro', places))

/** What a real bash offers behind these words. */
function offeredAfter(...words: string[]): string[] {
  const typed = ['rastro', ...words].map((word) => `'${word}'`).join(' ')
  const asks = `source ${script}; COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _rastro; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', asks], { cwd: folder, encoding: 'utf8' }).split('\n').filter(Boolean)
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

test('bash completes files where files are wanted, and nothing where a text is', () => {
  expect(offeredAfter('import', 'history', 'tr')).toEqual(['track.gpx'])
  expect(offeredAfter('whoami', '--api-key-file', 'tr')).toEqual(['track.gpx'])
  expect(offeredAfter('device', 'list', '--search', '')).toEqual([])
})

test('a word that is a value is not taken for a command', () => {
  expect(offeredAfter('device', 'show', 'list', '--j')).toEqual(['--json'])
})

test('the script is registered for the name it was made for', () => {
  const asks = `source ${script}; complete -p rastro`
  expect(execFileSync('bash', ['-c', asks], { encoding: 'utf8' })).toContain('-F _rastro rastro')
})

test.each([
  ['zsh', zshScript, ['-n']],
  ['fish', fishScript, ['--no-execute']],
] as const)('the words of %s are well formed', (shell, write, args) => {
  const file = join(folder, `rastro.${shell}`)
  const text = write('rastro', places)
  writeFileSync(file, text)
  for (const { path } of places.slice(1)) expect(text).toContain(`'${path}'`)
  // Where the shell is not installed, its quoting is all that can be looked at.
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
