/** Names or paths in the user info. */
type UserPaths = {
  id: string
  displayName: string
  username: string
  email: string
  emailVerified: string
}

export type OAuth2Service = {
  label: string
  authorizeUrl: string
  tokenUrl: string
  userUrl: string
  /** A list of emails of the user. Empty if the user info has the email. */
  emailsUrl: string
  clientId: string
  clientSecret: string
  /** Whether the secret is sent in a header, not in the form. */
  usesHeader: boolean
  usesPkce: boolean
  scopes: string
  paths: UserPaths
  trustsEmails: boolean
}
