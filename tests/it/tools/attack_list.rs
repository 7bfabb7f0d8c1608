//! Some 300 expressions that would use too much time or memory without limits.
//!
//! Each family is a way in which the interpreter alone, with its own limits set, took seconds or
//! hundreds of megabytes, or might have.

/// The length limit of an expression.
const MAX: usize = 10_240;

/// A number that is small enough to be accepted, and large enough to be costly.
const LARGE: &str = "3000000";

/// Returns all attacks.
pub(super) fn attacks() -> Vec<String> {
    let mut all = parser();
    all.extend(integers());
    all.extend(sequences());
    all.extend(growth());
    all.extend(structures().map(ToOwned::to_owned));
    all.retain(|attack| attack.len() <= MAX);
    all
}

/// Text that is hard to parse: deep, long, or never closed.
fn parser() -> Vec<String> {
    let mut all = Vec::new();
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("{1:", "}"),
        ("f(", ")"),
        ("(lambda:", ")"),
        ("[x for x in ", "]"),
        ("f\"{", "}\""),
        ("f'{x:{", "}}'"),
        ("x[", "]"),
        ("[*", "]"),
        ("{**", "}"),
        ("(x:=", ")"),
        ("(1+", ")"),
    ] {
        for depth in [25, 190, 1_000, MAX / (open.len() + close.len()) - 1] {
            let depth = depth.min(MAX / (open.len() + close.len()) - 1);
            all.push(format!("{}1{}", open.repeat(depth), close.repeat(depth)));
        }
        all.push(open.repeat(MAX / open.len()));
    }
    for word in [
        "-",
        "~",
        "not ",
        "1+",
        "1**",
        "1<",
        "1 and ",
        "1 if 1 else ",
        "lambda:",
        "lambda x=",
        "x.",
        "x[0]",
        "x()",
        "'a' ",
        "f'{1}'",
        "1,",
        "0x",
        "9",
        "1_0",
        "\"",
        "'''",
        "\\",
        "\n",
        "#",
        "é",
        "\"\\N{DIGIT ONE}\" ",
        "[x for x in y] ",
        "for x in y ",
        "**x,",
        "*",
        "@",
        "$",
        ";",
        "{}|",
        "await ",
        "...",
        "x if y else ",
    ] {
        let repeated = word.repeat((MAX - 4) / word.len());
        all.extend([format!("{repeated}1"), format!("({repeated}1)"), repeated]);
    }
    all.push(format!("[{}]", "[x for x in y],".repeat(650)));
    all.push(format!("[x {}]", "for x in y ".repeat(900)));
    all.push(format!("f'{}'", "{1}".repeat(3_000)));
    all.push(format!("max({})", "0,".repeat(4_990)));
    all
}

/// Operations on integers, which the interpreter cannot interrupt.
fn integers() -> Vec<String> {
    let forms = [
        "7**N",
        "2**N",
        "9**9**N",
        "(7**N) % 7",
        "1<<N",
        "(1<<N)*(1<<N)",
        "((1<<N)-1)*((1<<N)-1)",
        "((1<<N)-1)//((1<<N//2)-1)",
        "divmod((1<<N)-1, 3**(N//4))",
        "pow(3, (1<<N)-1, (1<<N)-1)",
        "pow(3, (1<<N)-1, 10**9+7)",
        "math.gcd((1<<N)-1, 3**(N//2))",
        "math.isqrt((1<<N)-1)",
        "math.factorial(N)",
        "math.comb(N, N//2)",
        "math.perm(N, N//2)",
        "math.prod(range(1, N))",
        "math.lcm(*range(1, N))",
        "str((1<<N)-1)",
        "hex((1<<N)-1)",
        "bin((1<<N)-1)",
        "f'{(1<<N)-1:,}'",
        "int('9'*N)",
        "int('f'*N, 16)",
        "float('9'*N)",
        "hash((1<<N)-1)",
        "round((1<<N)-1, -N//4)",
        "sum(range(N))",
        "[(1<<N)]*10",
        "~(1<<N)",
        "((1<<N)-1)/((1<<N)-3)",
    ];
    forms.map(|form| form.replace('N', LARGE)).into()
}

/// Long texts and lists, and functions that iterate over them.
fn sequences() -> Vec<String> {
    let forms = [
        "'a'*N",
        "[0]*N",
        "bytes(N)",
        "list(range(N))",
        "set(range(N))",
        "dict.fromkeys(range(N))",
        "[x for x in range(N)]",
        "{x: x for x in range(N)}",
        "[[] for _ in range(N)]",
        "[[0]*1000 for _ in range(N)]",
        "['a'*90000 for _ in range(N)]",
        "[1<<700000 for _ in range(N)]",
        "[str(x) for x in range(N)]",
        "[lambda: x for x in range(N)]",
        "sorted(range(N), key=lambda x: -x)",
        "sum([[0]]*N, [])",
        "max(range(N))",
        "list(zip(range(N), range(N)))",
        "','.join(map(str, range(N)))",
        "'a'.ljust(N)",
        "'a'.zfill(N)",
        "('a'*N).replace('a', 'bb')",
        "('a'*N).replace('', 'b')",
        "('a'*N).split('a')",
        "('a\\n'*N).splitlines()",
        "('ß'*N).upper()",
        "list('a'*N)",
        "('\\t'*N).expandtabs(1000)",
        "f'{1:>{N}}'",
        "f'{1.5:.{N}f}'",
        "'{:>{}}'.format(1, N)",
        "repr('\\x00'*N)",
        "str([0]*N)",
        "('a'*N+'b').find('a'*(N//2)+'b')",
        "[0]*N == [0]*N",
        "1.5 in range(N)",
        "print(*[0]*N)",
        "(lambda *a: a)(*[0]*N)",
        "[[y for y in range(N)] for x in range(N)]",
        "all(True for _ in range(N))",
        "[[0]*N]*N",
        "(l := list(range(N)), [l.pop(0) for _ in range(N)])",
        "(s := '', [(s := s + 'a') for _ in range(N)])",
        "(b'a'*N).hex()",
        "datetime.date(2024, 1, 1).strftime('%Y'*N)",
        "datetime.datetime.fromisoformat('1'*N)",
    ];
    forms.map(|form| form.replace('N', LARGE)).into()
}

/// Values that double with every step of a short text.
fn growth() -> Vec<String> {
    let mut all = Vec::new();
    for (start, step) in [
        ("[1]", "[x, x]"),
        ("[1]", "x + x"),
        ("(1,)", "(x, x)"),
        ("{1: 1}", "{1: x, 2: x}"),
        ("'a'", "x + x"),
        ("'\\\\'", "repr(x)"),
        ("3", "x * x"),
        ("3", "x ** x"),
        ("3", "x << x"),
        ("lambda y: y", "lambda y: x(x(y))"),
        ("zip([1])", "zip(x, x)"),
        ("[1]", "[y for y in x for z in (1, 2)]"),
        ("[]", "[x] + x"),
    ] {
        for steps in [25, 150] {
            let steps = format!(", (x := {step})").repeat(steps);
            let last = format!("[(x := {start}){steps}][-1]");
            all.extend([format!("len(str({last}))"), last]);
        }
    }
    all
}

/// Values and calls that are nested very deeply.
fn structures() -> impl Iterator<Item = &'static str> {
    [
        "(a := [], b := [], a.append(a), b.append(b), a == b)",
        "(a := [1], [a.append(x) for x in a])",
        "(a := [], [a := [a] for _ in range(100000)], a)",
        "(a := [], [a := [a] for _ in range(100000)], str(a))",
        "(a := [], [a := [a] for _ in range(1000000)], 1)",
        "(a := (), [a := (a,) for _ in range(100000)], hash(a))",
        "(a := {}, [a := {1: a} for _ in range(100000)], 1)",
        "(f := lambda: 1, [f := (lambda g: lambda: g())(f) for _ in range(100000)], f())",
        "(a := iter([1]), [a := map(str, a) for _ in range(100000)], list(a))",
        "(a := iter([1]), [a := enumerate(a) for _ in range(100000)], list(a))",
        "(f := lambda n: f(n + 1))(0)",
        "(f := lambda n: f(n - 1) + f(n - 2) if n > 1 else n)(100)",
        "(f := lambda *a: f(*a, *a))(1)",
        "(f := lambda s: f(s + s))('a')",
        "(f := lambda x: sorted([1, 2], key=f))(1)",
        "(f := lambda n: [f(n + 1), f(n + 1)] if n < 25 else n)(0)",
        "sum(sum(sum(range(1000)) for _ in range(1000)) for _ in range(1000))",
        "list(iter(lambda: 1, 0))",
        "9**9**9",
        "7**10**12",
        "1<<10**12",
        "'a'*10**12",
        "[0]*10**12",
        "list(range(10**12))",
        "f'{1:>{10**12}}'",
        "math.factorial(10**12)",
    ]
    .into_iter()
}
