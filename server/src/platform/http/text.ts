import type { TStringOptions } from 'typebox'
import { Type } from 'typebox'

/**
 * A visible character, and no control characters or line separators: names are shown in lists and subjects. `minLength`
 * reports an empty one.
 */
export const namePattern = '^$|^(?=.*\\S)[^\\p{Cc}\\u2028\\u2029]*$'

/** Lenient, because other systems allow notes beside the number. */
export const phonePattern = '^(?=(.*[0-9]){3})[^\\p{Cc}]{1,32}$'

/** For values that clients type as text, because the list grows. */
export function oneOfPattern(values: string[]): string {
  return `^(${values.join('|')})$`
}

export function nameText(options: TStringOptions = {}) {
  return Type.String({ minLength: 1, maxLength: 200, pattern: namePattern, ...options })
}
