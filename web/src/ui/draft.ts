// Keeps the unsaved content of a form across tabs of the form, reloads and a broken connection.

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useMe } from '../session/use-me.ts'
import {
  changeOf,
  digestOf,
  dropAfterSave,
  dropDraft,
  dropExpired,
  fitTo,
  keepDraft,
  takeDraft,
} from './draft-store.ts'
import { addForm } from './unsaved-forms.ts'

const typingMs = 250
/** New with every load of the page: a duplicated browser tab must not share the slot of its original. */
const tab = crypto.getRandomValues(new Uint32Array(2)).join('-')
/** Saved by this page. What is stored now belongs to open tabs: it must not replace what was just saved. */
const savedSlots = new Set<string>()

export interface KeptDraft {
  isDirty: boolean
  /** Unlike `isDirty`, up to date inside event handlers. */
  isUnsaved(): boolean
  /** When the restored content was written; undefined if nothing was restored. */
  restoredAtMs: number | undefined
  /** The restored content was written for an older version of what is edited. */
  isOutdated: boolean
  /** Another browser tab edits the same thing, or has saved it. */
  elsewhere: 'edited' | 'saved' | undefined
  /** Back to the initial content. */
  discard(): void
  /** Removes the draft and lets the form be left; its content stays on the screen. */
  abandon(): void
  /** Call after saving. */
  saved(): void
}

interface Keeping<V extends object> {
  /** Names the form and what it edits. Undefined: nothing is kept. */
  form: string | undefined
  value: V
  initial: V
  restore(value: V): void
}

/** For a form that has its own state; others take `useDraft`. */
export function useKeptDraft<V extends object>({ form, value, initial, restore }: Keeping<V>): KeptDraft {
  const slot = useSlot(form)
  const [restored, setRestored] = useState<{ atMs: number; isOutdated: boolean }>()
  const [elsewhere, setElsewhere] = useState<KeptDraft['elsewhere']>()
  const base = useMemo(() => JSON.stringify(initial), [initial])
  const content = useMemo(() => JSON.stringify(value), [value])
  const isDirty = content !== base
  const latest = useRef({ slot, value, content, initial, base, isDirty, restore })
  latest.current = { slot, value, content, initial, base, isDirty, restore }
  const hasKept = useRef(false)
  /** When the content was written: storing it again does not make it newer. */
  const written = useRef<{ content: string; atMs: number }>(undefined)
  /** The content that was saved or abandoned: it is neither kept nor guarded. Further input is. */
  const ended = useRef<string>(undefined)

  const keep = useCallback(() => {
    const { slot, value, content, base, isDirty } = latest.current
    if (!slot || !isDirty || content === ended.current) return
    if (written.current?.content !== content) written.current = { content, atMs: Date.now() }
    const { atMs } = written.current
    hasKept.current = keepDraft(localStorage, slot, tab, { value, base: digestOf(base), atMs })
  }, [])
  const drop = useCallback(() => {
    if (latest.current.slot && hasKept.current) dropDraft(localStorage, latest.current.slot, tab)
    hasKept.current = false
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the content is stored after a pause.
  useEffect(() => {
    if (!slot) return
    if (!isDirty) {
      ended.current = undefined
      drop()
      return
    }
    const timer = setTimeout(keep, typingMs)
    return () => clearTimeout(timer)
  }, [slot, content, isDirty, keep, drop])

  // After the effect above, which would drop what has just been found.
  useEffect(() => {
    const { isDirty, initial, base, restore } = latest.current
    if (!slot || isDirty) return
    dropExpired(localStorage, Date.now())
    const from = savedSlots.delete(slot) ? 'thisTab' : 'anyTab'
    const found = takeDraft(localStorage, slot, tab, Date.now(), from)
    if (!found) return
    hasKept.current = true
    const fitted = fitTo(initial, found.value)
    const content = JSON.stringify(fitted)
    if (content === base) return drop()
    written.current = { content, atMs: found.atMs }
    restore(fitted)
    // The defaults of a new object contain the time.
    const isNew = slot.includes(':new')
    setRestored({ atMs: found.atMs, isOutdated: !isNew && found.base !== digestOf(base) })
  }, [slot, drop])

  useEffect(() => {
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [keep])

  useEffect(() => {
    if (!slot) return
    const listen = (event: StorageEvent) => {
      const change = changeOf(event, slot, tab, Date.now())
      if (change === 'ownRemoved') keep()
      if (change === 'editedElsewhere') setElsewhere('edited')
      if (change === 'savedElsewhere') setElsewhere('saved')
      if (change === 'leftElsewhere') setElsewhere((before) => (before === 'saved' ? before : undefined))
    }
    addEventListener('storage', listen)
    return () => removeEventListener('storage', listen)
  }, [slot, keep])

  const actions = useMemo(
    () => ({
      isUnsaved: () => latest.current.isDirty && latest.current.content !== ended.current,
      abandon() {
        ended.current = latest.current.content
        drop()
      },
      discard() {
        drop()
        latest.current.restore(latest.current.initial)
        setRestored(undefined)
      },
      saved() {
        ended.current = latest.current.content
        hasKept.current = false
        const { slot } = latest.current
        if (slot) {
          dropAfterSave(localStorage, slot, tab, Date.now())
          savedSlots.add(slot)
        }
        setRestored(undefined)
        setElsewhere(undefined)
      },
    }),
    [drop],
  )
  useEffect(() => addForm(actions.isUnsaved), [actions])
  return {
    ...actions,
    isDirty,
    restoredAtMs: isDirty ? restored?.atMs : undefined,
    isOutdated: restored?.isOutdated ?? false,
    elsewhere,
  }
}

export type Draft<V extends object> = KeptDraft & {
  value: V
  change(part: Partial<V>): void
}

/** The content of a form, kept until it is saved. `initial` counts on the first render only. */
export function useDraft<V extends object>(form: string | undefined, initial: V | (() => V)): Draft<V> {
  const [base, setBase] = useState(initial)
  const [value, setValue] = useState(base)
  const kept = useKeptDraft({ form, value, initial: base, restore: setValue })
  const change = useCallback((part: Partial<V>) => setValue((before) => ({ ...before, ...part })), [])
  const saved = () => {
    kept.saved()
    setBase(value)
  }
  return { ...kept, value, change, saved }
}

/** Drafts are separated by user, and with that by account. The end of a session does not rename an open form. */
function useSlot(form: string | undefined): string | undefined {
  const me = useMe()
  const user = useRef<string>(undefined)
  user.current ??= me?.id
  return form && user.current && hasStorage() ? `${user.current}|${form}` : undefined
}

/** Reading the property throws where the browser blocks it. */
function hasStorage(): boolean {
  try {
    return Boolean(localStorage)
  } catch {
    return false
  }
}
