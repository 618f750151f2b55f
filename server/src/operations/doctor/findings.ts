// Helpers for writing checks.

import type { Advice, DoctorContext, Finding } from './doctor.types.ts'

export function ok(message: string): Finding[] {
  return [{ severity: 'ok', message, impact: '', advice: [] }]
}

export function fault(message: string, impact: string, ...advice: Advice[]): Finding[] {
  return [{ severity: 'fault', message, impact, advice }]
}

export function warning(message: string, impact: string, ...advice: Advice[]): Finding[] {
  return [{ severity: 'warning', message, impact, advice }]
}

/** A fault in production, a warning in development. */
export function faultInProduction(
  { config }: Pick<DoctorContext, 'config'>,
  message: string,
  impact: string,
  ...advice: Advice[]
): Finding[] {
  return config.mode === 'production'
    ? fault(message, impact, ...advice)
    : warning(message, impact, ...advice)
}

export const asSuperuser = (...lines: string[]): Advice => ({ where: 'superuser', lines })
export const asOwner = (...lines: string[]): Advice => ({ where: 'owner', lines })
export const inShell = (...lines: string[]): Advice => ({ where: 'shell', lines })
export const inEnvironment = (...lines: string[]): Advice => ({ where: 'environment', lines })
export const inNatsConfig = (...lines: string[]): Advice => ({ where: 'nats.conf', lines })
/** Lines inside the existing block: a second `jetstream` block would replace the first one, including store_dir. */
export const inJetStreamBlock = (...lines: string[]): Advice => ({ where: 'jetstream', lines })
export const manually = (...lines: string[]): Advice => ({ where: 'manual', lines })
export const restart = (unit: 'postgresql' | 'nats-server'): Advice => ({
  where: 'restart',
  lines: [`sudo systemctl restart ${unit}`],
})

/** Loads once per examination, however many checks need the value. */
export function memoize<T>(load: (ctx: DoctorContext) => Promise<T>): (ctx: DoctorContext) => Promise<T> {
  const cache = new WeakMap<DoctorContext, Promise<T>>()
  return (ctx) => {
    const cached = cache.get(ctx)
    if (cached) return cached
    const loading = load(ctx)
    cache.set(ctx, loading)
    return loading
  }
}

/** Quotes a shell word. */
export function shellQuote(text: string): string {
  return /^[\w.:/@=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** Quotes a PostgreSQL identifier. */
export function quoteName(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}

export function inMb(bytes: number): string {
  return bytes >= 10 * 1024 ** 3
    ? `${Math.round(bytes / 1024 ** 3)} GB`
    : `${Math.round(bytes / 1024 ** 2)} MB`
}
