// Names the protocol that bytes look like, by how its messages begin. For bytes that no decoder could read.

const beginnings: readonly (readonly [start: RegExp, protocol: string])[] = [
  [/^(xx|yy)/, 'gt06'],
  [/^~/, 'jt808'],
  [/^\*[A-Z]{2},\d/, 'h02'],
  [/^(##,)?imei:\d/, 'gps103'],
  [/^\(\d{12}/, 'tk103'],
  [/^(\$\$|@@).\d+,\d{15},/, 'meitrack'],
  [/^[+]?(RESP|BUFF|ACK|SACK):?/, 'queclink'],
  [/^(ST\d{3}[A-Z]{3}|STT|ALT|UEX|EMG|EVT|HTE);/, 'suntech'],
  [/^\[[A-Z\d]{2}\*/, 'watch'],
  [/^#[A-Z]+#/, 'wialon-ips'],
  [/^@[PR]/, 'atrack'],
  [/^\$(Header|NRM|NMP|RLP|EPB|LGN|HBT)?,/, 'ais140'],
]

/** Its login is a length of 15 and an IMEI, its packets begin with four zeros. */
const teltonika = /^(000f(3\d){15}|0{8}.{8})/i

/** Undefined if they look like none of them. */
export function guessProtocol(hex: string): string | undefined {
  if (teltonika.test(hex)) return 'teltonika'
  const text = hex.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)))
  return beginnings.find(([start]) => start.test(text))?.[1]
}
