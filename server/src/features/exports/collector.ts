// The text of each chunk becomes garbage at once, but V8 allocates it among its old objects, and lets these grow to three
// times their size before it looks at them. Collecting every 16 MB of text keeps an export below 200 MB, and takes 40 ms.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const collectEveryCharacters = 16 * 1_048_576

/** Call it with what was passed on. */
export function createCollector(): (characters: number) => void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  let passed = 0
  return (characters) => {
    passed += characters
    if (passed < collectEveryCharacters) return
    passed = 0
    collect()
  }
}
