const shape = /^https:\/\/[^\s"'<>\\^`{|}\p{C}]{1,490}$/u

/** A link for browsers, without a password in it. */
export function isWebUrl(text: string): boolean {
  if (!shape.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password, hostname } = new URL(text)
  return protocol === 'https:' && username === '' && password === '' && hostname.includes('.')
}
