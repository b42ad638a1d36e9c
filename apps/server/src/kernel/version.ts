declare const STOA_VERSION: string | undefined
declare const STOA_REVISION: string | undefined

/** Defined by the build. */
export const version = typeof STOA_VERSION === 'string' ? STOA_VERSION : 'dev'
export const revision = typeof STOA_REVISION === 'string' ? STOA_REVISION : ''
