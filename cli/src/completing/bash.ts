import type { Level, Value } from './levels.ts'

export function bashScript(name: string, levels: Level[]): string {
  const fn = `_${name.replaceAll('-', '_')}`
  return `# Completion of ${name} for bash. Load it by: source <(${name} completion bash)
${fn}() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" level="" known="" at
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "$level \${COMP_WORDS[at]}" in
      ${levels
        .slice(1)
        .map(({ path }) => quoted(path))
        .join('|')}) level="$level \${COMP_WORDS[at]}" ;;
    esac
  done
  case "$level $before" in
${levels.flatMap(valueCases).join('\n')}
  esac
  case "$level" in
${levels.map(levelCase).join('\n')}
  esac
  COMPREPLY+=($(compgen -W "$known" -- "$word"))
}
complete -F ${fn} ${name}
`
}

function valueCases({ path, options }: Level): string[] {
  return options.flatMap(({ text, value }) =>
    value ? [`    ${quoted(`${path} ${text}`)}) ${replyOf(value)}return ;;`] : [],
  )
}

function levelCase({ path, commands, options, argument }: Level): string {
  const words = argument?.kind === 'words' ? argument.words : []
  const known = [...commands.map(({ text }) => text), ...words, ...options.map(({ text }) => text)].join(' ')
  const files = argument?.kind === 'files' ? ' COMPREPLY=($(compgen -f -- "$word"))' : ''
  return `    ${quoted(path)}) known=${quoted(known)}${files && `;${files}`} ;;`
}

function replyOf(value: Value): string {
  if (value.kind === 'any') return ''
  const source = value.kind === 'files' ? '-f' : `-W ${quoted(value.words.join(' '))}`
  return `COMPREPLY=($(compgen ${source} -- "$word")); `
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
