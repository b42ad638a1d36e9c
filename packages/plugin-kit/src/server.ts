// What the server code of a plugin is and what it may use. It runs in a process of its own and sees nothing else of the site.
import type { WebhookData, WebhookEvent } from '@stoa/contract/features/webhook-events'
import type { PluginValues } from '@stoa/contract/plugin-fields'
import type { CaptchaSolution } from './captcha.ts'
import type {
  BrandedUser,
  Branding,
  Credentials,
  ExternalUser,
  SignInRedirect,
  SignInRequest,
  SignInResponse,
} from './connector.ts'
import type { FileRequest, SignedRequest } from './file-store.ts'
import type { Json } from './json.ts'
import type { Piece } from './rendering.ts'
import type { ReviewedContent, ReviewResult } from './reviewer.ts'
import type { SearchChanges, SearchMatches, SearchRequest } from './search.ts'
import type { SlotName, SlotProps } from './slots.ts'

export type { Json }

export type PageRequest = {
  /** Below the plugin's own path, such as `/archive`. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

/** HTML is sanitized: no scripts, no forms, no styles. */
export type PageContent = { title: string; html: string }

export type PluginEvent<Name extends WebhookEvent = WebhookEvent> = {
  /** The same when the event is sent again, which can happen after a crash. */
  readonly id: string
  readonly name: Name
  /** Unix seconds. */
  readonly at: number
  readonly data: WebhookData<Name>
}

type MaybePromise<T> = T | Promise<T>

/** Signs users in with accounts of another service. `Rejection` says why somebody cannot log in. */
export type Connector = {
  start?(request: SignInRequest, kit: Kit): MaybePromise<SignInRedirect>
  finish?(response: SignInResponse, kit: Kit): MaybePromise<ExternalUser>
  /** Instead of `start` and `finish`, with a login form of the site. Null for a wrong username or password. */
  check?(credentials: Credentials, kit: Kit): MaybePromise<ExternalUser | null>
}

/** Manages the accounts of the site, together with the connector. */
export type UserCenter = {
  /** Shown on the profile. It is remembered for some minutes. */
  branding?(user: BrandedUser, kit: Kit): MaybePromise<Branding[]>
}

/**
 * Finds posts in place of the built-in search. Each generation is an index of its own: a rebuild fills a new one while the
 * current one is searched. Throw `Rejection` when the search engine cannot be reached: the built-in search takes over, and
 * what was to be indexed is sent again.
 */
export type Search = {
  /** Creates an empty index, unless it exists. */
  startIndex(index: { generation: number }, kit: Kit): MaybePromise<void>
  /** Returns the generations that do not exist, so that they are built again. */
  change(changes: SearchChanges, kit: Kit): MaybePromise<{ missing: number[] }>
  /** The index is complete: searches use it from now on, and the others are deleted. */
  finishIndex(index: { generation: number }, kit: Kit): MaybePromise<void>
  find(request: SearchRequest, kit: Kit): MaybePromise<SearchMatches>
}

/** The default export of the server code. Only what the manifest names is called. */
export type Plugin = {
  /** Decides whether new content is published at once. */
  review?(content: ReviewedContent, kit: Kit): MaybePromise<ReviewResult>
  connector?: Connector
  userCenter?: UserCenter
  /** Whether a solution of the widget is valid. If it throws, the site uses its own captcha for a while. */
  verifyCaptcha?(solution: CaptchaSolution, kit: Kit): MaybePromise<boolean>
  /**
   * HTML for parts of a text that is saved or previewed, in their order: all that one text has of what the manifest names. It is
   * sanitized and stored with the text; MathML is allowed. Null shows the source.
   */
  render?(pieces: readonly Piece[], kit: Kit): MaybePromise<readonly (string | Html | null)[]>
  /** Signs the requests with which the site stores uploaded files elsewhere. */
  fileStore?: { sign(request: FileRequest, kit: Kit): MaybePromise<SignedRequest> }
  search?: Search
  /** HTML for places in pages. It is remembered for some minutes by its props and language. */
  slots?: { [Name in SlotName]?: (props: SlotProps[Name], kit: Kit) => MaybePromise<string> }
  /** Null for a page that does not exist. */
  page?(request: PageRequest, kit: Kit): MaybePromise<PageContent | null>
  /** Called by the plugin's own script, and by API clients. Throw `Rejection` for input that is wrong. */
  functions?: { [name: string]: (input: Json, kit: Kit) => MaybePromise<Json> }
  events?: { [Name in WebhookEvent]?: (event: PluginEvent<Name>, kit: Kit) => MaybePromise<void> }
  jobs?: { [name: string]: (kit: Kit) => MaybePromise<void> }
  /** Buttons of the settings. The message is shown. */
  actions?: { [name: string]: (kit: Kit) => MaybePromise<string> }
  /** Problems with settings by field, before they are saved. */
  checkSettings?(settings: PluginValues, kit: Kit): MaybePromise<Record<string, string>>
}

export type KitResponse = { status: number; headers: Record<string, string>; body: string }

/** The only way from a plugin to the site. Calls that the manifest does not ask for are rejected. */
export type Kit = {
  readonly site: { readonly name: string; readonly url: string }
  /** Of the request; that of the site in events and jobs. */
  readonly locale: string
  /** Who caused the call; null for visitors, events and jobs. */
  readonly viewer: {
    readonly id: string
    readonly username: string
    readonly role: 'user' | 'moderator' | 'admin'
  } | null
  /** As saved by an admin, with defaults, secrets included. */
  readonly settings: PluginValues
  userSettings(userId: string): Promise<PluginValues>
  /** A message of the plugin in the language of the call, with `{name}` replaced. */
  t(key: string, values?: Readonly<Record<string, string | number>>): string
  /** At most 1,000 keys of 100 characters and 64 KB each. */
  readonly storage: {
    get(key: string): Promise<Json | null>
    set(key: string, value: Json, options?: { seconds?: number }): Promise<void>
    delete(key: string): Promise<void>
    list(prefix: string): Promise<{ key: string; value: Json }[]>
  }
  /**
   * Only to hosts of the manifest, without redirects, at most 1 MB. Only https, except for a host that an admin entered in a
   * setting, which may also be in a private network.
   */
  fetch(
    url: string,
    options?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<KitResponse>
  /** Builds the index of a search plugin again, in the background. */
  rebuildSearch(): Promise<void>
  readonly log: { info(text: string): void; warn(text: string): void; error(text: string): void }
  readonly api: {
    /** Reads as a visitor. The path without prefix, such as `question/info`. */
    read(path: string, query?: Record<string, string>): Promise<Json>
    /** Calls as the user of this request. */
    asUser(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, input?: Json): Promise<Json>
  }
}

/** The message is shown to whoever caused the call. */
export class Rejection extends Error {
  override name = 'Rejection'
}

/** Call it for the default export of the server code. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin
}

/** Escapes what is inserted, except what this function returned: html`<b>${name}</b>`. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  const text = strings.reduce((result, part, at) => result + toText(values[at - 1]) + part)
  return new Html(text)
}

class Html {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toString(): string {
    return this.#text
  }
}
export type { Html }

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function toText(value: unknown): string {
  if (value instanceof Html) return value.toString()
  if (Array.isArray(value)) return value.map(toText).join('')
  const isText = ['string', 'number', 'bigint'].includes(typeof value) || value === true
  return isText ? `${value as string}`.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign) : ''
}
