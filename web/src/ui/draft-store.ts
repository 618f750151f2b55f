// Unsaved form content in the browser's storage: a slot per form and browser tab, so that two tabs that edit the same
// thing never overwrite each other.

export interface StoredDraft {
  value: unknown
  /** A digest of what the form showed before the first change: shows whether a newer version was saved since. */
  base: string
  atMs: number
  /** Written just before the slot is removed: other tabs learn that the form was saved. */
  isSaved?: true
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const prefix = 'rastro.draft|'
const keptForMs = 7 * 86_400_000
/** The names of fields that never reach the storage, whatever the form. */
const secretName = /password|secret|token/i

const slotOf = (form: string, tab: string) => `${prefix}${form}|${tab}`

/** Returns whether it was stored: the storage may be full or switched off. */
export function keepDraft(store: Store, form: string, tab: string, draft: StoredDraft): boolean {
  try {
    store.setItem(slotOf(form, tab), JSON.stringify({ ...draft, value: withoutSecrets(draft.value) }))
    return true
  } catch {
    return false
  }
}

/**
 * The newest draft of the form, of this tab only or of any, moved to the slot of this tab. If it belongs to another tab
 * that is still open, that tab stores its own copy again.
 */
export function takeDraft(
  store: Store,
  form: string,
  tab: string,
  nowMs: number,
  from: 'anyTab' | 'thisTab' = 'anyTab',
): StoredDraft | undefined {
  const own = slotOf(form, tab)
  const slots = from === 'thisTab' ? [own] : slotsOf(store, `${prefix}${form}|`)
  const found = slots
    .flatMap((key) => {
      const draft = read(store.getItem(key), nowMs)
      return draft && !draft.isSaved ? [{ key, draft }] : []
    })
    .sort((a, b) => b.draft.atMs - a.draft.atMs)[0]
  if (!found || found.key === own) return found?.draft
  if (keepDraft(store, form, tab, found.draft)) store.removeItem(found.key)
  return found.draft
}

export function dropDraft(store: Store, form: string, tab: string): void {
  store.removeItem(slotOf(form, tab))
}

/** After saving, older drafts of the form are void as well. An open tab with unsaved changes stores its own again. */
export function dropAfterSave(store: Store, form: string, tab: string, nowMs: number): void {
  keepDraft(store, form, tab, { value: null, base: '', atMs: nowMs, isSaved: true })
  for (const key of slotsOf(store, `${prefix}${form}|`)) store.removeItem(key)
}

export function dropExpired(store: Store, nowMs: number): void {
  for (const key of slotsOf(store, prefix)) if (!read(store.getItem(key), nowMs)) store.removeItem(key)
}

export type SlotChange = 'ownRemoved' | 'editedElsewhere' | 'savedElsewhere' | 'leftElsewhere'

/** What a storage event of another tab means for this form. */
export function changeOf(
  { key, newValue }: { key: string | null; newValue: string | null },
  form: string,
  tab: string,
  nowMs: number,
): SlotChange | undefined {
  if (!key?.startsWith(`${prefix}${form}|`)) return undefined
  if (key === slotOf(form, tab)) return newValue === null ? 'ownRemoved' : undefined
  if (newValue === null) return 'leftElsewhere'
  const draft = read(newValue, nowMs)
  if (!draft) return undefined
  return draft.isSaved ? 'savedElsewhere' : 'editedElsewhere'
}

/**
 * Only the fields that the form has today, and only of the same type: a draft may be older than the interface. Fields
 * that it lacks keep their initial value.
 */
export function fitTo<V extends object>(initial: V, stored: unknown): V {
  if (typeof stored !== 'object' || stored === null) return initial
  const given = stored as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(initial).map(([name, value]) => [name, isLike(value, given[name]) ? given[name] : value]),
  ) as V
}

function isLike(value: unknown, other: unknown): boolean {
  if (other === undefined) return false
  if (value === null || value === undefined || other === null) return true
  // An empty number field holds an empty text.
  if (value === '' || other === '') return [value, other].every(isInput)
  return typeof value === typeof other && Array.isArray(value) === Array.isArray(other)
}

const isInput = (value: unknown) => typeof value === 'string' || typeof value === 'number'

export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      secretName.test(name) || isSecretUrl(part) ? [] : [[name, withoutSecrets(part)]],
    ),
  )
}

/** A URL with credentials or a query. It is left out as a whole: half of it might be saved by mistake. */
function isSecretUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value.trim())) return false
  const { username, password, search } = new URL(value.trim())
  return username + password + search !== ''
}

/** Not for security: two versions of an object must not look the same by chance. */
export function digestOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 2_654_435_761)
    b = Math.imul(b ^ code, 1_597_334_677)
  }
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`
}

function slotsOf(store: Store, start: string): string[] {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index))
  return keys.filter((key) => key?.startsWith(start)) as string[]
}

/** Undefined if it is unreadable or expired. */
function read(text: string | null, nowMs: number): StoredDraft | undefined {
  try {
    const draft = JSON.parse(text ?? '') as StoredDraft
    return nowMs - draft.atMs < keptForMs ? draft : undefined
  } catch {
    return undefined
  }
}
