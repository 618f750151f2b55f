export interface Control {
  name: string
  /** Switching it off replaces a text of this file. */
  file: string
  from: string
  to: string
  test: string
  /** Of the tests to run; empty for all of the file. */
  title: string
}
