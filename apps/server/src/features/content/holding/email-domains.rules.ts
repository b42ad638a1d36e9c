/** A listed domain includes its subdomains, but not `notexample.org` for `example.org`. */
export function hasEmailDomain(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domains.some((listed) => domain === listed || domain.endsWith(`.${listed}`))
}
