// What version 1.0 promised to plugins. It never changes: as long as there is a version 1, plugins made for it have to run.
import type { PluginValues } from '@stoa/contract/plugin-fields'
import type { ComponentType } from 'react'

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
type MaybePromise<T> = T | Promise<T>

export type SlotProps = {
  'question.footer': { questionId: string; title: string; tags: readonly string[] }
  'answer.footer': { questionId: string; answerId: string }
  sidebar: { path: string }
  navigation: { path: string }
  login: { path: string }
  'profile.overview': { userId: string; username: string }
  'editor.toolbar': { kind: 'question' | 'answer' | 'comment' }
}

export type ReviewedContent = {
  readonly objectType: 'question' | 'answer' | 'comment'
  readonly change: 'new' | 'edit'
  readonly title: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
  readonly tags: readonly string[]
  readonly author: {
    readonly id: string
    readonly role: 'user' | 'moderator' | 'admin'
    readonly reputation: number
    readonly ageInDays: number
    readonly approvedQuestions: number
    readonly approvedAnswers: number
  }
  readonly language: string
  readonly ip: string
  readonly userAgent: string
}

type ReviewResult =
  | { readonly verdict: 'approve' }
  | { readonly verdict: 'hold' | 'reject'; readonly reason: string }

export type PageRequest = {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

export type PluginEvent = { readonly id: string; readonly name: string; readonly at: number }

export type KitResponse = { status: number; headers: Record<string, string>; body: string }

export type Kit = {
  readonly site: { readonly name: string; readonly url: string }
  readonly locale: string
  readonly viewer: {
    readonly id: string
    readonly username: string
    readonly role: 'user' | 'moderator' | 'admin'
  } | null
  readonly settings: PluginValues
  readonly userSettings: (userId: string) => Promise<PluginValues>
  readonly t: (key: string, values?: Readonly<Record<string, string | number>>) => string
  readonly storage: {
    readonly get: (key: string) => Promise<Json | null>
    readonly set: (key: string, value: Json, options?: { seconds?: number }) => Promise<void>
    readonly delete: (key: string) => Promise<void>
    readonly list: (prefix: string) => Promise<{ key: string; value: Json }[]>
  }
  readonly fetch: (
    url: string,
    options?: { method?: string; headers?: Record<string, string>; body?: string },
  ) => Promise<KitResponse>
  readonly log: {
    readonly info: (text: string) => void
    readonly warn: (text: string) => void
    readonly error: (text: string) => void
  }
  readonly api: {
    readonly read: (path: string, query?: Record<string, string>) => Promise<Json>
    readonly asUser: (
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      input?: Json,
    ) => Promise<Json>
  }
}

export type Plugin = {
  review?: (content: ReviewedContent, kit: Kit) => MaybePromise<ReviewResult>
  slots?: { [Name in keyof SlotProps]?: (props: SlotProps[Name], kit: Kit) => MaybePromise<string> }
  page?: (request: PageRequest, kit: Kit) => MaybePromise<{ title: string; html: string } | null>
  functions?: { [name: string]: (input: Json, kit: Kit) => MaybePromise<Json> }
  events?: {
    'question.created'?: (event: PluginEvent, kit: Kit) => MaybePromise<void>
    'user.registered'?: (event: PluginEvent, kit: Kit) => MaybePromise<void>
  }
  jobs?: { [name: string]: (kit: Kit) => MaybePromise<void> }
  actions?: { [name: string]: (kit: Kit) => MaybePromise<string> }
  checkSettings?: (settings: PluginValues, kit: Kit) => MaybePromise<Record<string, string>>
}

export type UiPlugin = {
  readonly slots?: { readonly [Name in keyof SlotProps]?: ComponentType<SlotProps[Name]> }
  readonly page?: ComponentType<{ path: string }>
}

export type Host = {
  readonly plugin: string
  readonly locale: string
  readonly viewer: { readonly id: string; readonly username: string } | null
  readonly call: (name: string, input?: Json) => Promise<Json>
  readonly t: (key: string, values?: Readonly<Record<string, string | number>>) => string
  readonly fileUrl: (name: string) => string
  readonly insertText: (text: string) => void
}

export type TestOptions = {
  manifest: unknown
  settings?: PluginValues
  userSettings?: Record<string, PluginValues>
  viewer?: Kit['viewer']
  locale?: string
  respond?: (request: {
    url: string
    method: string
    headers: Record<string, string>
    body: string
  }) => Partial<KitResponse>
  api?: Record<string, Json>
}

export type TestKit = Kit & {
  readonly sent: { url: string; method: string; headers: Record<string, string>; body: string }[]
  readonly calls: string[]
  readonly logged: { level: 'info' | 'warn' | 'error'; text: string }[]
}
