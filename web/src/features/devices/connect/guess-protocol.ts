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
  [/^@[PR]/, 'atrack'],
  [/^(!..VD[MO],|\\[sgc]:)/, 'ais'],
  [/^\$(Header|NRM|NMP|RLP|EPB|LGN|HBT)?,/, 'ais140'],
]

/** Of binary packets, in hexadecimal. */
const packets: typeof beginnings = [
  // Its login is a length of 15 and an IMEI, its packets begin with four zeros.
  [/^(000f(3\d){15}|0{8}.{8})/i, 'teltonika'],
  [/^ab[01][08]/i, 'eview'],
  [/^(6767[0189]|454c.{8}0\d{15}6767)/i, 'eelink'],
  [/^(2323|2525|2626|2727)(0[1-6]|1[0134]|81)0/, 'topflytech'],
  [/^faaf00/i, 'xexun2'],
  // Version, key and flags, the length of the header, no encoding.
  [/^0100..(0b|10)00/i, 'egts'],
  // Header and length, then the hardware and the firmware, or the IMEI.
  [/^01.{4}(01..02..03|03(3\d){15}04)/i, 'galileosky'],
]

/** Undefined if they look like none of them. */
export function guessProtocol(hex: string): string | undefined {
  const packet = packets.find(([start]) => start.test(hex))
  if (packet) return packet[1]
  const text = hex.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)))
  return beginnings.find(([start]) => start.test(text))?.[1]
}
