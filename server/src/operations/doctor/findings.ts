// The words that checks are written in.

import type { Advice, Finding, Patient } from './doctor.types.ts'

export function ok(found: string): Finding[] {
  return [{ severity: 'ok', found, follows: '', advice: [] }]
}

export function fault(found: string, follows: string, ...advice: Advice[]): Finding[] {
  return [{ severity: 'fault', found, follows, advice }]
}

export function warning(found: string, follows: string, ...advice: Advice[]): Finding[] {
  return [{ severity: 'warning', found, follows, advice }]
}

/** What production cannot do with, and whoever develops should know of. */
export function danger(
  { config }: Pick<Patient, 'config'>,
  found: string,
  follows: string,
  ...advice: Advice[]
): Finding[] {
  return config.mode === 'production' ? fault(found, follows, ...advice) : warning(found, follows, ...advice)
}

export const asSuperuser = (...lines: string[]): Advice => ({ place: 'superuser', lines })
export const asOwner = (...lines: string[]): Advice => ({ place: 'owner', lines })
export const inShell = (...lines: string[]): Advice => ({ place: 'shell', lines })
export const inEnvironment = (...lines: string[]): Advice => ({ place: 'environment', lines })
export const inNatsConfig = (...lines: string[]): Advice => ({ place: 'nats.conf', lines })
/** A second block `jetstream` would replace the first, and with it the place of the store. */
export const inJetStreamBlock = (...lines: string[]): Advice => ({ place: 'jetstream', lines })
export const byPerson = (...lines: string[]): Advice => ({ place: 'person', lines })
export const restart = (unit: 'postgresql' | 'nats-server'): Advice => ({
  place: 'restart',
  lines: [`sudo systemctl restart ${unit}`],
})

/** Asked once of each patient, however many checks want to know. */
export function askOnce<T>(question: (patient: Patient) => Promise<T>): (patient: Patient) => Promise<T> {
  const answers = new WeakMap<Patient, Promise<T>>()
  return (patient) => {
    const known = answers.get(patient)
    if (known) return known
    const asked = question(patient)
    answers.set(patient, asked)
    return asked
  }
}

/** As a shell takes it for one word. */
export function quoted(text: string): string {
  return /^[\w.:/@=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** As PostgreSQL takes it for a name. */
export function named(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}

export function inMb(bytes: number): string {
  return bytes >= 10 * 1024 ** 3
    ? `${Math.round(bytes / 1024 ** 3)} GB`
    : `${Math.round(bytes / 1024 ** 2)} MB`
}
