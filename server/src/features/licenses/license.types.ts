export interface Licenses {
  total: number
  used: number
  free: number
}
