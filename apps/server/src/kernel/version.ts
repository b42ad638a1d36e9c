declare const STOA_VERSION: string | undefined
declare const STOA_REVISION: string | undefined

/** Written in by the build; a checkout that runs unbuilt calls itself `dev`. */
export const version = typeof STOA_VERSION === 'string' ? STOA_VERSION : 'dev'
export const revision = typeof STOA_REVISION === 'string' ? STOA_REVISION : ''
