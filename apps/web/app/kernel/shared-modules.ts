// The modules a plugin may import from the host. One table for the server, the browser and the shims
// that stand between: whoever imports one of these names gets the host's only copy.
import * as kit from '@stoa/plugin-kit/ui'
import * as React from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as ReactDom from 'react-dom'

export const sharedModules: Readonly<Record<string, object>> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDom,
  '@stoa/plugin-kit/ui': kit,
}

const place = Symbol.for('stoa.shared')

/** Puts the shared modules where the shims look for them. */
export function shareModules() {
  ;(globalThis as Record<symbol, unknown>)[place] = sharedModules
}
