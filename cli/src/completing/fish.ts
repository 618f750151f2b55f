import type { Level, Value } from './levels.ts'

export function fishScript(name: string, levels: Level[]): string {
  const fn = `__${name.replaceAll('-', '_')}_at`
  const paths = levels.slice(1).map(({ path }) => quoted(path))
  const lines = levels.flatMap(({ path, commands, options, argument }) => {
    const here = `complete -c ${name} -n ${quoted(`${fn} ${quoted(path)}`)}`
    return [
      ...commands.map(({ text, description }) => `${here} -a ${quoted(text)} -d ${quoted(description)}`),
      ...(argument ? [`${here}${wantedBy(argument)}`] : []),
      ...options.map(({ text, description, value }) => {
        const long = text.replace(/^--?/, '')
        return `${here} -l ${long}${value ? ` -r${wantedBy(value)}` : ''} -d ${quoted(description)}`
      }),
    ]
  })
  return `# Completion of ${name} for fish. Load it by: ${name} completion fish | source
function ${fn}
  set -l level ''
  for word in (commandline -opc)[2..]
    if contains -- "$level $word" ${paths.join(' ')}
      set level "$level $word"
    end
  end
  test "$level" = "$argv[1]"
end
complete -c ${name} -f
${lines.join('\n')}
`
}

function wantedBy(value: Value): string {
  if (value.kind === 'files') return ' -F'
  return value.kind === 'words' ? ` -a ${quoted(value.words.join(' '))}` : ''
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
