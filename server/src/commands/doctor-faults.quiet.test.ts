// All planted faults. They take minutes, of which much is waiting for processes that restart.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDoctorPage, writeDoctorPage } from '../../test/doctor-page.ts'
import type { Healed } from '../../test/planted/heal.ts'
import { heal } from '../../test/planted/heal.ts'
import { plantedFaults } from '../../test/planted-faults.ts'
import type { Ward } from '../../test/ward.ts'
import { openWard } from '../../test/ward.ts'

let ward: Ward
beforeAll(async () => {
  ward = await openWard()
})
afterAll(() => ward.remove())

const healed: Healed[] = []

test.each(plantedFaults)('the doctor finds $name ($id), and its advice fixes it', async (fault) => {
  healed.push(await heal(ward, fault))
})

test('all of them are in docs/doctor.md', () => {
  writeDoctorPage(healed)
  const page = readDoctorPage()
  for (const { name } of plantedFaults) expect(page).toContain(name)
})
