// Links that set up the apps of phones when they are scanned or opened.

/** Traccar Client takes a scanned address as its server, and these parameters as its settings. */
export function traccarClientLink(address: string, identifier: string): string {
  return `${address}?${new URLSearchParams({ id: identifier, interval: '30', distance: '50', accuracy: 'high' })}`
}

/** For "Online tracking" of OsmAnd, which fills in the numbers. Without the speed: its unit is not that of the protocol. */
export function osmandAddress(address: string, identifier: string): string {
  const id = encodeURIComponent(identifier)
  return `${address}?id=${id}&lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}`
}

export interface OwnTracksAccess {
  address: string
  secret: string
  /** User and device: `ana/phone`. */
  identifier: string
}

/** OwnTracks opens this link and asks before it takes the configuration. Mode 3 is HTTP. */
export function ownTracksLink({ address, secret, identifier }: OwnTracksAccess): string {
  const [username = '', deviceId = ''] = identifier.trim().split('/')
  const configuration = {
    _type: 'configuration',
    mode: 3,
    url: address,
    auth: true,
    username,
    deviceId,
    tid: deviceId.slice(0, 2),
    password: secret,
  }
  const bytes = new TextEncoder().encode(JSON.stringify(configuration))
  return `owntracks:///config?inline=${encodeURIComponent(btoa(String.fromCharCode(...bytes)))}`
}

/** OwnTracks needs a user and a device. */
export function isOwnTracksIdentifier(identifier: string): boolean {
  return /^[^/\s]+\/[^/\s]+$/.test(identifier.trim())
}
