/** Files to namespaces: `./en/alerts.json` holds the messages of `alerts`. */
export function gather(files: Record<string, object>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(files).map(([path, messages]) => [
      path.slice(path.lastIndexOf('/') + 1, -'.json'.length),
      messages,
    ]),
  )
}
