//! The macros that list annotated functions: `tools!`, `resources!` and `prompts!`.

/// Lists the tools of these functions, for [`Server::tools`](crate::Server::tools).
///
/// ```
/// use toolwright::prelude::*;
///
/// mod numbers {
///     use toolwright::prelude::*;
///
///     /// Add two numbers.
///     #[tool]
///     pub async fn add(a: i64, b: i64) -> i64 {
///         a + b
///     }
/// }
///
/// /// Negate a number.
/// #[tool]
/// async fn negate(a: i64) -> i64 {
///     -a
/// }
///
/// let tools = tools![negate, numbers::add];
/// assert_eq!(tools[1].definition().name(), "add");
/// ```
#[macro_export]
macro_rules! tools {
    ($($($tool:ident)::+),* $(,)?) => {
        $crate::__private::vec![$($crate::__private::Arc::new($($tool)::+ {}) as $crate::__private::Arc<dyn $crate::Tool>),*]
    };
}

/// Lists the resources of these functions, for [`Server::resources`](crate::Server::resources).
///
/// ```
/// use toolwright::prelude::*;
///
/// /// The motto of the house.
/// #[resource("house://motto")]
/// async fn motto() -> &'static str {
///     "Measure twice, cut once."
/// }
///
/// let server = Server::new("demo").resources(resources![motto]);
/// ```
#[macro_export]
macro_rules! resources {
    ($($($resource:ident)::+),* $(,)?) => {
        $crate::__private::vec![
            $($crate::__private::Arc::new($($resource)::+ {}) as $crate::__private::Arc<dyn $crate::Resource>),*
        ]
    };
}

/// Lists the prompts of these functions, for [`Server::prompts`](crate::Server::prompts).
///
/// ```
/// use toolwright::prelude::*;
///
/// /// Review some code.
/// #[prompt]
/// fn review(code: String) -> String {
///     format!("Please review this code:\n{code}")
/// }
///
/// let server = Server::new("demo").prompts(prompts![review]);
/// ```
#[macro_export]
macro_rules! prompts {
    ($($($prompt:ident)::+),* $(,)?) => {
        $crate::__private::vec![
            $($crate::__private::Arc::new($($prompt)::+ {}) as $crate::__private::Arc<dyn $crate::Prompt>),*
        ]
    };
}
