// Plugins get the site's copy of these modules: two copies of React do not work together.
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

const globalKey = Symbol.for('stoa.shared')

/** The shims in the import map read the modules from here. */
export function shareModules() {
  ;(globalThis as Record<symbol, unknown>)[globalKey] = sharedModules
}
