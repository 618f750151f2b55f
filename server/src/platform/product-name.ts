/** The name of the product as the users of an account know it: that of its brand. */
export type FindProductName = (accountId: number) => Promise<string>
