/** Without letters and digits that are taken for each other when somebody reads them aloud. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 20

export function newPassword(): string {
  let password = ''
  while (password.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // Others would make the first letters of the list likelier.
      if (byte < letters.length * 4 && password.length < length) password += letters[byte % letters.length]
    }
  }
  return password
}
