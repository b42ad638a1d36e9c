// What connectors get and return.
import type { Json } from './json.ts'

/** An account at another service, as the service vouches for it. */
export type ExternalUser = {
  /** Identifies the account at the service for good. Not an email or a name, which can change hands. */
  readonly id: string
  readonly displayName: string
  /** Empty if the service has none. */
  readonly username: string
  /** Empty if the service does not tell it. */
  readonly email: string
  /** Whether the service has verified that the email belongs to the user. Others are confirmed by a link. */
  readonly isEmailVerified: boolean
  /** Set at every login; needs the permission `roles`. Null leaves the role as it is. */
  readonly role: 'user' | 'moderator' | 'admin' | null
}

export type SignInRequest = {
  /** Where the service sends the browser back to. The same for every login. */
  readonly callbackUrl: string
  /** The service returns it with its response. The site checks it before `finish` is called. */
  readonly state: string
}

export type SignInRedirect = {
  /** Of the service, to which the browser is sent. */
  url: string
  /** Given to `finish`, such as a nonce. It stays on the server, encrypted. */
  memory: Json
}

export type SignInResponse = SignInRequest & {
  readonly memory: Json
  /** How the browser came back: with the parameters in the URL or in a form. */
  readonly method: 'GET' | 'POST'
  readonly parameters: Readonly<Record<string, string>>
}

export type Credentials = { readonly username: string; readonly password: string }

/** A user of the site who logs in with the user center. */
export type BrandedUser = {
  readonly username: string
  /** Of the account at the service. */
  readonly externalId: string
}

/** A link on a profile. The icon is a file of `assets`, or empty. */
export type Branding = { icon: string; name: string; label: string; url: string }
