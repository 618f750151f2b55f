// Selects rows from row groups that are cached or whose bytes are given.

import type { SelectedRows, SelectOutcome, SelectRequest } from './archive-worker.types.ts'
import { joinRows, reverseRows } from './archived-rows.ts'
import type { ArchivedRows } from './archived-rows.types.ts'
import { toArrayElements } from './binary-arrays.ts'
import { decodeGroup } from './decode-group.ts'
import type { GroupCache } from './group-cache.ts'
import { selectRows } from './select-rows.ts'

type Group = SelectRequest['groups'][number]

export function selectFromGroups(
  cache: GroupCache,
  { wanted, groups }: Omit<SelectRequest, 'id'>,
): SelectOutcome {
  const parts: ArchivedRows[] = []
  let limit = wanted.limit
  for (const [index, group] of groups.entries()) {
    if (limit === 0) break
    const rows = findRows(cache, group)
    if (!rows) return { kind: 'missing', missing: listMissing(cache, groups, index, limit) }
    const part = selectRows(rows, { ...wanted, limit })
    parts.push(part)
    limit -= part.count
  }
  return { kind: 'selected', selected: toSelected(parts, wanted.isDescending) }
}

/** Each part is in ascending order. */
function toSelected(parts: ArchivedRows[], isDescending: boolean): SelectedRows {
  const rows = joinRows(isDescending ? parts.toReversed() : parts)
  return {
    columns: toArrayElements(isDescending ? reverseRows(rows) : rows),
    fromMs: rows.fixedAtMs.at(0) ?? Number.POSITIVE_INFINITY,
    untilMs: rows.fixedAtMs.at(-1) ?? Number.NEGATIVE_INFINITY,
  }
}

function findRows(cache: GroupCache, { file, group, content }: Group): ArchivedRows | undefined {
  const key = keyOf({ file, group })
  const cached = cache.get(key)
  if (cached || !content) return cached
  const rows = decodeGroup(content, group)
  cache.set(key, rows)
  return rows
}

function keyOf({ file, group }: Pick<Group, 'file' | 'group'>): string {
  return `${file} ${group.offset}`
}

/** From the first on, and only as many as may be needed for the limit: they are fetched at the same time. */
function listMissing(cache: GroupCache, groups: Group[], first: number, limit: number): number[] {
  const missing: number[] = []
  let rows = 0
  for (let index = first; index < groups.length && rows < limit; index += 1) {
    const group = groups[index]!
    if (!group.content && !cache.has(keyOf(group))) missing.push(index)
    rows += group.group.rows
  }
  return missing
}
