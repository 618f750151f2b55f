import { expect, test } from 'vitest'
import { openSession } from '../session.ts'
import { sealFrame } from './frame.ts'
import { gt06 } from './gt06.ts'

const gps = '1a05040a141ecc0286d5980500d27236187b'
const cell = '0902d405123400abcd'

/** The vendor's table. Codes without an alarm name here, and codes reused by clones, raise no alarm. */
test.each([
  ...[
    [0x01, 'sos'],
    [0x02, 'powerCut'],
    [0x03, 'vibration'],
    [0x04, 'geofenceEnter'],
    [0x05, 'geofenceExit'],
  ],
  ...[
    [0x06, 'overspeed'],
    [0x09, 'movement'],
    [0x0a, 'gpsLost'],
    [0x0b, 'gpsRestored'],
    [0x0c, 'deviceOn'],
  ],
  ...[
    [0x0e, 'lowPower'],
    [0x0f, 'lowPower'],
    [0x10, 'simChanged'],
    [0x11, 'deviceOff'],
    [0x13, 'tampering'],
  ],
  ...[
    [0x14, 'doorOpen'],
    [0x15, 'deviceOff'],
    [0x17, 'jamming'],
    [0x18, 'tampering'],
    [0x19, 'lowBattery'],
  ],
  ...[
    [0x23, 'fall'],
    [0x24, 'powerRestored'],
    [0x25, 'tampering'],
    [0x29, 'harshAcceleration'],
    [0x2a, 'harshCornering'],
  ],
  ...[
    [0x2b, 'harshCornering'],
    [0x2c, 'crash'],
    [0x2d, 'crash'],
    [0x30, 'harshBraking'],
    [0x32, 'powerCut'],
  ],
  ...[
    [0x3c, 'theft'],
    [0x3d, 'theft'],
    [0xfe, 'ignitionOn'],
    [0xff, 'ignitionOff'],
  ],
  ...[0x00, 0x0d, 0x12, 0x16, 0x20, 0x26, 0x27, 0x28, 0x3e, 0x4b, 0x53, 0xc9].map((code) => [code]),
] as [number, string?][])('alarm code %i raises %s, in every alarm packet', (code, alarm) => {
  const state = `460604${code.toString(16).padStart(2, '0')}02`
  const wideCell = '1102d405000012340000000000abcdef'
  const contents: [number, string][] = [
    [0x16, gps + cell + state],
    [0x26, gps + cell + state],
    [0x27, `${gps}${cell}${state}ff`],
    [0xa4, `${gps}${wideCell}${state}ff`],
    [0x19, cell.slice(2) + state],
  ]
  for (const [number, content] of contents) {
    const frame = sealFrame(number, Buffer.from(content, 'hex'), 1)
    expect(gt06.decode(frame, openSession('tcp'), new Date())).toMatchObject({
      kind: 'locations',
      locations: [{ alarms: alarm ? [alarm] : [], attributes: { alarmCode: code } }],
    })
  }
})
