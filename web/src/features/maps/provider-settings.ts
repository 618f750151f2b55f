/** The lines that an operator sets for these providers. */
export function settingsFor(providers: { id: string; needsKey: boolean }[], chosen: string[]): string {
  const ids = providers.filter(({ id }) => chosen.includes(id))
  const keys = ids.filter(({ needsKey }) => needsKey).map(({ id }) => `${id}=KEY`)
  const lines = [`RASTRO_MAP_PROVIDERS=${ids.map(({ id }) => id).join(',')}`]
  if (keys.length > 0) lines.push(`RASTRO_MAP_PROVIDER_KEYS=${keys.join(',')}`)
  return lines.join('\n')
}
