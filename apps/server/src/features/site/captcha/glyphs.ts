import type { Point } from './canvas.ts'

/** Strokes on a 10 by 14 grid: points separated by spaces, strokes by bars. Without easily confused characters. */
const strokes = {
  A: '0,14 5,0 10,14|2,9 8,9',
  C: '10,2 7,0 3,0 0,4 0,10 3,14 7,14 10,12',
  D: '1,0 1,14 5,14 9,11 10,7 9,3 5,0 1,0',
  E: '10,0 1,0 1,14 10,14|1,7 8,7',
  F: '10,0 1,0 1,14|1,7 8,7',
  H: '1,0 1,14|9,0 9,14|1,7 9,7',
  J: '4,0 9,0|7,0 7,11 5,14 2,14 0,11',
  K: '1,0 1,14|9,0 1,8|4,6 10,14',
  L: '1,0 1,14 10,14',
  M: '0,14 1,0 5,9 9,0 10,14',
  N: '1,14 1,0 9,14 9,0',
  P: '1,14 1,0 7,0 10,2 10,5 7,8 1,8',
  R: '1,14 1,0 7,0 10,2 10,5 7,7 1,7|6,7 10,14',
  T: '0,0 10,0|5,0 5,14',
  U: '1,0 1,10 3,13 5,14 7,13 9,10 9,0',
  W: '0,0 2,14 5,5 8,14 10,0',
  X: '0,0 10,14|10,0 0,14',
  Y: '0,0 5,7 10,0|5,7 5,14',
  '3': '1,1 5,0 9,2 9,5 5,7 9,9 9,12 5,14 1,13',
  '4': '7,14 7,0 0,10 10,10',
}

export type Letter = keyof typeof strokes

export const letters = Object.keys(strokes) as Letter[]

export function strokesOf(letter: Letter): Point[][] {
  return strokes[letter].split('|').map((stroke) =>
    stroke.split(' ').map((point): Point => {
      const [x = 0, y = 0] = point.split(',').map(Number)
      return [x, y]
    }),
  )
}
