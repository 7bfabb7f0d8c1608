//! `tools![…]`, `resources![…]` and `prompts![…]`.

/// The tools of these functions, for [`Server::tools`](crate::Server::tools).
#[macro_export]
macro_rules! tools {
    ($($($tool:ident)::+),* $(,)?) => {
        $crate::__private::vec![$($crate::__private::Arc::new($($tool)::+ {}) as $crate::__private::Arc<dyn $crate::Tool>),*]
    };
}

/// The resources of these functions, for [`Server::resources`](crate::Server::resources).
#[macro_export]
macro_rules! resources {
    ($($($resource:ident)::+),* $(,)?) => {
        $crate::__private::vec![
            $($crate::__private::Arc::new($($resource)::+ {}) as $crate::__private::Arc<dyn $crate::Resource>),*
        ]
    };
}

/// The prompts of these functions, for [`Server::prompts`](crate::Server::prompts).
#[macro_export]
macro_rules! prompts {
    ($($($prompt:ident)::+),* $(,)?) => {
        $crate::__private::vec![
            $($crate::__private::Arc::new($($prompt)::+ {}) as $crate::__private::Arc<dyn $crate::Prompt>),*
        ]
    };
}
