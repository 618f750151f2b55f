import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { solve } from './proof-of-work.ts'

/** As the server verifies it, with the SHA-256 of Node. */
function isSolved(challenge: string, nonces: number[], bits: number): boolean {
  const block = Buffer.alloc(40)
  createHash('sha256').update(challenge).digest().copy(block)
  return nonces.every((nonce, puzzle) => {
    block.writeUInt32BE(puzzle, 32)
    block.writeUInt32BE(nonce, 36)
    return createHash('sha256').update(block).digest().readUInt32BE(0) >>> (32 - bits) === 0
  })
}

test('every puzzle is solved, for challenges of one and of several blocks', () => {
  for (const challenge of ['', 'a', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(90), 'x'.repeat(200)]) {
    const nonces = solve(challenge, 16, 8)
    expect(nonces).toHaveLength(16)
    expect(isSolved(challenge, nonces, 8)).toBe(true)
  }
})

test('the smallest solution is found', () => {
  const [nonce = 0] = solve('challenge', 1, 10)
  for (let smaller = 0; smaller < nonce; smaller += 1)
    expect(isSolved('challenge', [smaller], 10)).toBe(false)
})

test('without work there is nothing to solve', () => {
  expect(solve('challenge', 16, 0)).toEqual([])
})
