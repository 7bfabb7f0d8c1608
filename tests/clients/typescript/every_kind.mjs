// The server with every kind of parameter and result: arguments that its tools take, and what they return.

export const RAW = [1, { a: null }];
const PLACE = { street: 'Long Lane', number: null, raw: RAW };
const TREE = { name: 'root', children: [{ name: 'leaf', children: [] }] };

export const ARGUMENTS = {
    whole: 1,
    real: 0.5,
    truth: true,
    text: 'text',
    letter: 'x',
    maybe: 3,
    list: [1, 2],
    set: ['low'],
    map: { a: RAW },
    pair: [1, 'one'],
    anything: RAW,
    values: [1, 'two', null],
    place: PLACE,
    shape: { kind: 'circle', radius: 1.5 },
    either: { word: 'word' },
    tree: TREE
};

/** The structured content of each tool that takes nothing. */
export const RESULTS = {
    return_nothing: undefined,
    return_number: { result: 3 },
    return_float: { result: 1.5 },
    return_truth: { result: true },
    return_text: { result: 'text' },
    return_list: { result: [1, 2] },
    return_map: { a: 1 },
    return_pair: { result: [1, 'one'] },
    return_value: { a: [true] },
    return_values: { result: [1, 'two', null] },
    return_struct: PLACE,
    return_structs: { result: [PLACE] },
    return_some: { result: PLACE },
    return_none: { result: null },
    return_choice: { result: 'low' },
    return_tagged: { kind: 'square', side: 1, label: 's' },
    return_untagged: { result: { word: 'word' } },
    return_tree: TREE,
    return_json: PLACE,
    return_result: PLACE,
    return_content: undefined,
    return_image: undefined,
    return_audio: undefined
};

/** The types of the content blocks, where they are not one text. */
export const BLOCKS = {
    return_nothing: [],
    return_image: ['image'],
    return_audio: ['audio']
};

/** The names of all tools. */
export const NAMES = [...Object.keys(RESULTS), 'parameters', 'by_hand'].sort();
