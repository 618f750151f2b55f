/** Without letters and digits that are easily confused when read aloud. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 20

export function newPassword(): string {
  let password = ''
  while (password.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // Other bytes would favour the first letters.
      if (byte < letters.length * 4 && password.length < length) password += letters[byte % letters.length]
    }
  }
  return password
}
