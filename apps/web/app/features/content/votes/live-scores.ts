import { createContext } from 'react'

/** Scores by post that are newer than those of the page. Another object each time. */
export type LiveScores = ReadonlyMap<string, number>

export const noScores: LiveScores = new Map()

export const LiveScoresContext = createContext(noScores)
