// Solves the puzzles without blocking the page.

import { solve } from './proof-of-work.ts'

export interface Work {
  challenge: string
  puzzles: number
  bits: number
}

addEventListener('message', ({ data }: MessageEvent<Work>) => {
  postMessage(solve(data.challenge, data.puzzles, data.bits))
})
