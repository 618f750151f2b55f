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
  [/^@NTC/, 'navtelecom'],
]

/** Its login is a length of 15 and an IMEI, its packets begin with four zeros. */
const teltonika = /^(000f(3\d){15}|0{8}.{8})/i

/** Version, key and flags, the length of the header, no encoding. */
const egts = /^0100..(0b|10)00/i

/** Header and length, then the hardware and the firmware, or the IMEI. */
const galileosky = /^01.{4}(01..02..03|03(3\d){15}04)/i

/** Undefined if they look like none of them. */
export function guessProtocol(hex: string): string | undefined {
  if (teltonika.test(hex)) return 'teltonika'
  if (egts.test(hex)) return 'egts'
  if (galileosky.test(hex)) return 'galileosky'
  const text = hex.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)))
  return beginnings.find(([start]) => start.test(text))?.[1]
}
