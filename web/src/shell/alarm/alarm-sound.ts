// The sound of a critical alert: three rising pairs of tones, repeated until it is stopped. Generated, so that it needs no
// file and cannot fail to load. If several tabs are open, one of them sounds.

import { inBackground } from '../../ui/in-background.ts'

export interface Tone {
  hz: number
  fromSeconds: number
  forSeconds: number
}

const repeatMs = 4_000
const volume = 0.25
const fadeSeconds = 0.02
const pairs = 3
const pairSeconds = 0.44

/** Two pitches: one may be inaudible to a user, or in the noise of a control room. */
export const tones: readonly Tone[] = Array.from({ length: pairs }, (_, pair) => [
  { hz: 740, fromSeconds: pair * pairSeconds, forSeconds: 0.16 },
  { hz: 1_110, fromSeconds: pair * pairSeconds + 0.18, forSeconds: 0.16 },
]).flat()

let context: AudioContext | undefined

/** Browsers keep it silent until the user has clicked or pressed a key on this page. */
function getContext(): AudioContext {
  context ??= new AudioContext()
  return context
}

/** Returns the function that stops it. `onBlocked` is called with true while the browser does not allow sound. */
export function startAlarmSound(onBlocked: (isBlocked: boolean) => void): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const audio = getContext()
  const ring = async () => {
    await untilRunning(audio, signal, onBlocked)
    if (!signal.aborted) await asOnlyTab(signal, () => repeat(audio, signal))
  }
  inBackground(ring())
  return () => {
    stopping.abort()
    onBlocked(false)
  }
}

/** Once, as an example: called in a click, which also allows later sounds. */
export function playAlarmOnce(): void {
  const audio = getContext()
  inBackground(resume(audio).then(() => play(audio)))
}

async function resume(audio: AudioContext): Promise<void> {
  try {
    await audio.resume()
  } catch {
    // A computer without a sound device: the bar remains.
  }
}

function play(audio: AudioContext): void {
  const begin = audio.currentTime + 0.05
  for (const { hz, fromSeconds, forSeconds } of tones) {
    const from = begin + fromSeconds
    const oscillator = new OscillatorNode(audio, { type: 'triangle', frequency: hz })
    const gain = new GainNode(audio, { gain: 0 })
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(volume, from + fadeSeconds)
    gain.gain.setValueAtTime(volume, from + forSeconds - fadeSeconds)
    gain.gain.linearRampToValueAtTime(0, from + forSeconds)
    oscillator.connect(gain).connect(audio.destination)
    oscillator.start(from)
    oscillator.stop(from + forSeconds)
  }
}

function repeat(audio: AudioContext, signal: AbortSignal): Promise<void> {
  play(audio)
  const timer = setInterval(() => play(audio), repeatMs)
  return aborted(signal).then(() => clearInterval(timer))
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

async function untilRunning(
  audio: AudioContext,
  signal: AbortSignal,
  onBlocked: (isBlocked: boolean) => void,
): Promise<void> {
  if (audio.state === 'running') return
  onBlocked(true)
  const tryAgain = () => inBackground(resume(audio))
  const started = new Promise<void>((resolve) => {
    audio.addEventListener('statechange', () => audio.state === 'running' && resolve(), { signal })
  })
  for (const gesture of ['pointerdown', 'keydown']) addEventListener(gesture, tryAgain, { signal })
  // Allowed at once if the user has already used the page.
  tryAgain()
  await Promise.race([started, aborted(signal)])
  for (const gesture of ['pointerdown', 'keydown']) removeEventListener(gesture, tryAgain)
  onBlocked(false)
}

/** Locks exist only on secure origins; without them every tab sounds. */
async function asOnlyTab(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work()
  try {
    await navigator.locks.request('rastro.alarm-sound', { signal }, work)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
