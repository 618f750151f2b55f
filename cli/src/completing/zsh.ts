import type { Level, Value, Word } from './levels.ts'

export function zshScript(name: string, levels: Level[]): string {
  const fn = `_${name.replaceAll('-', '_')}`
  return `#compdef ${name}
# Completion of ${name} for zsh. Load it by: source <(${name} completion zsh)
${fn}() {
  local level="" at
  local -a known
  for ((at = 2; at < CURRENT; at++)); do
    case "$level \${words[at]}" in
      (${levels
        .slice(1)
        .map(({ path }) => quoted(path))
        .join('|')}) level="$level \${words[at]}" ;;
    esac
  done
  case "$level \${words[CURRENT-1]}" in
${levels.flatMap(valueCases).join('\n')}
  esac
  case "$level" in
${levels.map(levelCase).join('\n')}
  esac
  _describe '${name}' known
}
if [ "\${funcstack[1]}" = "${fn}" ]; then ${fn} "$@"; else compdef ${fn} ${name}; fi
`
}

function valueCases({ path, options }: Level): string[] {
  return options.flatMap(({ text, value }) =>
    value ? [`    (${quoted(`${path} ${text}`)}) ${replyOf(value)}return ;;`] : [],
  )
}

function levelCase({ path, commands, options, argument }: Level): string {
  const words = argument?.kind === 'words' ? argument.words.map((text) => ({ text, description: '' })) : []
  const known = [...commands, ...words, ...options].map(described).join(' ')
  const files = argument?.kind === 'files' ? '; _files' : ''
  return `    (${quoted(path)}) known=(${known})${files} ;;`
}

function described({ text, description }: Word): string {
  const clean = (part: string) => part.replaceAll(':', '\\:')
  return quoted(description ? `${clean(text)}:${clean(description)}` : clean(text))
}

function replyOf(value: Value): string {
  if (value.kind === 'any') return ''
  return value.kind === 'files' ? '_files; ' : `compadd -- ${value.words.map(quoted).join(' ')}; `
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
