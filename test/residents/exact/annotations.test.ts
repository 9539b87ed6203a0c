import { describe, expect, it } from '@jest/globals';
import { accepts } from '../../../src/residents/exact/annotations/accepts.js';
import { readAnnotation } from '../../../src/residents/exact/annotations/read-annotation.js';

describe('whether a value serves where an annotation stands', () => {
  it.each([
    ['int', 'int', 'same'],
    ['List[int]', 'list[int]', 'same'],
    ['Optional[str]', 'str | None', 'same'],
    ['Union[int, str]', 'typing.Union[str, int]', 'same'],
    ['"date"', 'datetime.date', 'same'],
    ['float', 'int', 'compatible'],
    ['int', 'bool', 'compatible'],
    ['Optional[int]', 'int', 'compatible'],
    ['Iterable[str]', 'list[str]', 'compatible'],
    ['Mapping[str, str]', 'dict[str, str]', 'compatible'],
    ['Any', 'str', 'compatible'],
    ['T', 'str', 'compatible'],
    ['Key', 'str', 'compatible'],
    ['str', 'Literal["a", "b"]', 'compatible'],
    ['Annotated[int, "meta"]', 'int', 'same'],
    ['Callable[[], float]', 'Callable[[], int]', 'compatible'],
    ['date', 'datetime', 'compatible'],
    ['str', 'Any', 'unknown'],
    ['Money', 'Price', 'unknown'],
    ['Callable[[], int]', 'Factory', 'unknown'],
    ['', 'int', 'unknown'],
    ['int', 'float', 'incompatible'],
    ['int', 'Optional[int]', 'incompatible'],
    ['str', 'date', 'incompatible'],
    ['str', 'bytes', 'incompatible'],
    ['int', 'Money', 'incompatible'],
    ['list[str]', 'str', 'incompatible'],
    ['list[int]', 'list[str]', 'incompatible'],
    ['Callable[[int], int]', 'Callable[[], int]', 'incompatible'],
    ['int | str', 'int | bytes', 'incompatible'],
  ])('%s, given %s: %s', (wanted, given, fit) => {
    expect(accepts(readAnnotation(wanted), readAnnotation(given), new Set(['Key']))).toBe(fit);
  });
});
