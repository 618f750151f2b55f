// Attacks on sign-in and on HTTP itself, by clients without credentials.

import type { Attack } from '../attack.types.ts'
import { guessOutcomeOf, holdConnection, outsideAddress, send } from '../attack-client.ts'

const names = 1_000
const nameOf = (turn: number, neighbour: string) =>
  turn % 2 === 0 ? neighbour : `guess-${turn % names}@example.com`

/** Finding 8: wrong API keys of the neighbour and of a thousand names, from ten addresses. Accepted: evaluated. */
export const tokenGuessing: Attack = {
  name: 'token-guessing',
  callsPerSecond: 60,
  maxInFlight: 120,
  open:
    ({ apiUrl, neighbour }) =>
    async (turn) => {
      const body = JSON.stringify({
        userName: nameOf(turn, neighbour.userName),
        apiKey: `rk_live_${turn}_wrong`,
      })
      const call = { method: 'POST', path: '/api/Auth/Token', from: outsideAddress(turn), body }
      return guessOutcomeOf(await send(apiUrl, call))
    },
}

/** Finding 8: wrong passwords; each that is evaluated costs a slow hash. */
export const passwordGuessing: Attack = {
  name: 'password-guessing',
  callsPerSecond: 30,
  maxInFlight: 120,
  open:
    ({ apiUrl, neighbour }) =>
    async (turn) => {
      const body = JSON.stringify({ userName: nameOf(turn, neighbour.userName), password: `wrong ${turn}` })
      return guessOutcomeOf(
        await send(apiUrl, { method: 'POST', path: '/session', from: outsideAddress(turn), body }),
      )
    },
}

/** Ingest secrets that do not exist. */
export const ingestKeyGuessing: Attack = {
  name: 'ingest-key-guessing',
  callsPerSecond: 60,
  maxInFlight: 120,
  open:
    ({ ingestUrl }) =>
    async (turn) => {
      const path = `/rockblock/${turn.toString(36).padStart(43, '0')}`
      return guessOutcomeOf(
        await send(ingestUrl, { method: 'POST', path, from: outsideAddress(turn), body: 'x' }),
      )
    },
}

/** Requests whose body never ends. */
export const slowRequests: Attack = {
  name: 'slow-requests',
  callsPerSecond: 20,
  maxInFlight: 400,
  open: ({ apiUrl }) => {
    const head =
      'POST /api/Auth/Token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{'
    return (turn) =>
      holdConnection(Number(new URL(apiUrl).port), {
        from: outsideAddress(turn),
        forMs: 15_000,
        begin: (socket) => socket.write(head),
        outcome: ({ isClosedByServer }) => (isClosedByServer ? 'refused' : 'accepted'),
      })
  },
}
