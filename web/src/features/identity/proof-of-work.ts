// The proof of work of the sign-up: for each puzzle a nonce, with which SHA-256 of the hash of the challenge, the number
// of the puzzle and the nonce begins with enough zero bits. Written out, because the browser's own SHA-256 is
// asynchronous, and that costs more than the hash.

const rounds = 64
const constants = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
])
const initial = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]
const schedule = new Int32Array(rounds)

/** Adds one block, whose 16 words begin the schedule, to the state. */
function compress(state: Int32Array): void {
  const w = schedule
  for (let i = 16; i < rounds; i += 1) {
    const early = w[i - 15]!
    const late = w[i - 2]!
    const low = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3)
    const high = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10)
    w[i] = (w[i - 16]! + low + w[i - 7]! + high) | 0
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let i = 0; i < rounds; i += 1) {
    const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const first = (h + high + ((e & f) ^ (~e & g)) + constants[i]! + w[i]!) | 0
    const low = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  state[0] = (state[0]! + a) | 0
  state[1] = (state[1]! + b) | 0
  state[2] = (state[2]! + c) | 0
  state[3] = (state[3]! + d) | 0
  state[4] = (state[4]! + e) | 0
  state[5] = (state[5]! + f) | 0
  state[6] = (state[6]! + g) | 0
  state[7] = (state[7]! + h) | 0
}

/** SHA-256 of an ASCII text. */
function hashOf(text: string): Int32Array {
  const bytes = new Uint8Array(Math.ceil((text.length + 9) / 64) * 64)
  bytes.set(new TextEncoder().encode(text))
  bytes[text.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 4, text.length * 8)
  const state = Int32Array.from(initial)
  for (let at = 0; at < bytes.length; at += 64) {
    for (let i = 0; i < 16; i += 1) schedule[i] = view.getInt32(at + i * 4)
    compress(state)
  }
  return state
}

const maxNonce = 0xffff_ffff
/** Digest of the challenge, number of the puzzle and nonce: 40 bytes, so a single block with its padding. */
const blockBits = 320

/** One nonce per puzzle. */
export function solve(challenge: string, puzzles: number, bits: number): number[] {
  if (bits === 0) return []
  const prefix = hashOf(challenge)
  const state = new Int32Array(8)
  return Array.from({ length: puzzles }, (_, puzzle) => {
    for (let nonce = 0; nonce <= maxNonce; nonce += 1) {
      schedule.set(prefix)
      schedule[8] = puzzle
      schedule[9] = nonce | 0
      schedule[10] = 0x8000_0000 | 0
      schedule.fill(0, 11, 15)
      schedule[15] = blockBits
      for (let i = 0; i < 8; i += 1) state[i] = initial[i]!
      compress(state)
      if (state[0]! >>> (32 - bits) === 0) return nonce
    }
    throw new Error('the puzzle has no solution')
  })
}
