/** A postal address, from a provider that is not trusted: bounded, one line each, without markup. */
export interface Address {
  /** Short, for people: `Calle Mayor 5, 50300 Calatayud`. */
  readonly text: string
  readonly street: string | null
  readonly houseNumber: string | null
  readonly postalCode: string | null
  readonly town: string | null
  readonly region: string | null
  readonly country: string | null
}

export interface FoundAddress {
  readonly address: Address
  readonly latitude: number
  readonly longitude: number
}

export interface Coordinates {
  readonly latitude: number
  readonly longitude: number
}
