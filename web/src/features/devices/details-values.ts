import type { UseFormReturnType } from '@mantine/form'
import type { DeviceRecord } from './device-record.ts'

/** The fields of the details form. */
export function valuesOf({ device }: DeviceRecord) {
  return {
    name: device.name,
    vehicleType: device.vehicleType,
    licensePlate: device.licensePlate ?? '',
    driverName: device.driverName ?? '',
    driverPhone: device.driverPhone ?? '',
    description: device.description ?? '',
    identifier: device.identifier ?? '',
    phoneNumber: device.phoneNumber ?? '',
    model: device.model ?? '',
    protocol: device.protocol,
    reportsEverySeconds: device.reportsEverySeconds ?? ('' as number | string),
    tags: Object.entries(device.tags).map(([name, value]) => ({ name, value })),
    groups: device.groups,
  }
}

export type Values = ReturnType<typeof valuesOf>
export type DetailsForm = UseFormReturnType<Values>

export function toBody(values: Values) {
  const text = (value: string) => value.trim() || null
  return {
    name: values.name.trim(),
    vehicleType: values.vehicleType,
    licensePlate: text(values.licensePlate),
    driverName: text(values.driverName),
    driverPhone: text(values.driverPhone),
    description: text(values.description),
    identifier: text(values.identifier),
    phoneNumber: text(values.phoneNumber),
    model: text(values.model),
    protocol: values.protocol,
    reportsEverySeconds: values.reportsEverySeconds === '' ? null : Number(values.reportsEverySeconds),
    tags: Object.fromEntries(
      values.tags.flatMap(({ name, value }) => (name.trim() ? [[name.trim(), value]] : [])),
    ),
    groups: values.groups,
  }
}
