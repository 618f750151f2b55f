import type { Place, Value } from './tree.ts'

export function fishScript(name: string, places: Place[]): string {
  const fn = `__${name.replaceAll('-', '_')}_at`
  const paths = places.slice(1).map(({ path }) => quoted(path))
  const lines = places.flatMap(({ path, commands, options, argument }) => {
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
  set -l place ''
  for word in (commandline -opc)[2..]
    if contains -- "$place $word" ${paths.join(' ')}
      set place "$place $word"
    end
  end
  test "$place" = "$argv[1]"
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
