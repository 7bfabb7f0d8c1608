//! [`Inputs`]: the arguments of an operation, and where each is sent.

use serde_json::{Map, Value, json};

use super::{
    budget::OperationBudget,
    checked_schemas::CheckedSchemas,
    document::Document,
    object_schema::ObjectSchema,
    operation::Operation,
    operation_name::Names,
    schemas::{SchemaError, Schemas},
};

/// The longest path.
const MAX_PATH: usize = 2_048;

/// The headers that other parts of a request decide.
const IGNORED_HEADERS: [&str; 9] = [
    "accept",
    "authorization",
    "connection",
    "content-length",
    "content-type",
    "cookie",
    "host",
    "proxy-authorization",
    "transfer-encoding",
];

/// The arguments of an operation, and where each is sent.
#[derive(Debug, Default)]
pub(super) struct Inputs {
    properties: Map<String, Value>,
    required: Vec<String>,
    pub(super) path: String,
    pub(super) query: Map<String, Value>,
    pub(super) headers: Map<String, Value>,
    pub(super) body: Option<Value>,
    /// The form of the body, if it is not JSON.
    pub(super) body_type: Option<&'static str>,
    pub(super) input_schema: Value,
}

impl Inputs {
    /// Reads the parameters and the body of an operation, within its budget.
    ///
    /// # Errors
    /// The reason why a tool cannot send them.
    pub(super) fn read(
        document: &Document,
        operation: &Operation<'_>,
        budget: OperationBudget<'_>,
        checked: &mut CheckedSchemas,
    ) -> Result<Self, String> {
        if operation.path.len() > MAX_PATH {
            return Err(format!("its path is longer than {MAX_PATH} bytes"));
        }
        let mut inputs = Self {
            path: operation.path.to_owned(),
            ..Self::default()
        };
        let (mut schemas, mut names) = (Schemas::new(document, budget), Names::default());
        let parameters = operation.parameters(document);
        for parameter in parameters.map_err(|error| error.to_string())? {
            inputs.add_parameter(parameter, &mut schemas, &mut names)?;
        }
        inputs.add_body(document, operation, &mut schemas, &mut names)?;
        inputs.check_path()?;
        let definitions = schemas.into_definitions();
        let schema = inputs.schema(definitions.map_err(|error| error.to_string())?);
        inputs.input_schema = checked.check(schema)?;
        Ok(inputs)
    }

    fn add_parameter<'a>(
        &mut self,
        parameter: &'a Map<String, Value>,
        schemas: &mut Schemas<'a>,
        names: &mut Names,
    ) -> Result<(), String> {
        let text = |field: &str| parameter.get(field).and_then(Value::as_str);
        let (Some(name), Some(place)) = (text("name"), text("in")) else {
            return Err("a parameter has no `name` or no `in`".into());
        };
        let is_required = parameter.get("required") == Some(&json!(true)) || place == "path";
        match place {
            "header" if IGNORED_HEADERS.contains(&name.to_lowercase().as_str()) => return Ok(()),
            "cookie" if is_required => return Err(format!("it needs the cookie `{name}`")),
            "cookie" => return Ok(()),
            "path" | "query" | "header" => {}
            other => return Err(format!("the parameter `{name}` is in `{other}`")),
        }
        let converted = schema_of(parameter, name, schemas);
        let mut schema = converted.map_err(|error| error.to_string())?;
        let property = names.take(name);
        let template = Value::from(format!("{{{property}}}"));
        match place {
            "path" => {
                let (before, after) = (format!("{{{name}}}"), format!("{{{property}}}"));
                self.path = self.path.replace(&before, &after);
            }
            "query" => drop(self.query.insert(name.to_owned(), template)),
            _ => drop(self.headers.insert(name.to_owned(), template)),
        }
        if is_joined(parameter, &schema) {
            schema = json!({"type": "string", "description": "Values, separated by commas."});
        }
        describe(&mut schema, text("description"));
        self.add_property(property, schema, is_required);
        Ok(())
    }

    fn add_body<'a>(
        &mut self,
        document: &'a Document,
        operation: &Operation<'a>,
        schemas: &mut Schemas<'a>,
        names: &mut Names,
    ) -> Result<(), String> {
        let Some(body) = operation.fields.get("requestBody") else {
            return Ok(());
        };
        let body = document.object(body).map_err(|error| error.to_string())?;
        let is_required = body.get("required") == Some(&json!(true));
        if !matches!(operation.method, "post" | "put" | "patch" | "delete") {
            let refused = || Err(format!("a `{}` request has no body", operation.method));
            return if is_required { refused() } else { Ok(()) };
        }
        let Some((body_type, schema)) = body_schema(body)? else {
            return Ok(());
        };
        self.body_type = body_type;
        let mut convert = |name: &str, schema| schemas.convert_named(name, schema);
        let Some(object) = ObjectSchema::read(document, schema) else {
            if body_type.is_some() {
                return Err("the body of a form is not an object".into());
            }
            let schema = convert("body", schema).map_err(|error| error.to_string())?;
            let name = names.take("body");
            self.body = Some(format!("{{{name}}}").into());
            self.add_property(name, schema, is_required);
            return Ok(());
        };
        for (name, property, is_needed) in object.properties() {
            let schema = convert(name, property).map_err(|error| error.to_string())?;
            let argument = names.take(name);
            self.add_field(name, argument, schema, is_required && is_needed);
        }
        // Also if it has no fields.
        self.body.get_or_insert_with(|| json!({}));
        Ok(())
    }

    /// Adds a field of the body, and the argument that fills it.
    fn add_field(&mut self, name: &str, argument: String, schema: Value, is_required: bool) {
        let place = format!("{{{argument}}}");
        let (place, schema) = match self.body_type == Some("multipart") && is_binary(&schema) {
            true => (
                json!({"base64": place, "filename": name}),
                as_base64(&schema),
            ),
            false => (place.into(), schema),
        };
        let fields = self.body.get_or_insert_with(|| json!({}));
        fields[name] = place;
        self.add_property(argument, schema, is_required);
    }

    fn add_property(&mut self, name: String, schema: Value, is_required: bool) {
        if is_required {
            self.required.push(name.clone());
        }
        self.properties.insert(name, schema);
    }

    /// Refuses a path with places that are no parameters.
    fn check_path(&self) -> Result<(), String> {
        let places = self.path.split('{').skip(1);
        for place in places.map(|rest| rest.split('}').next().unwrap_or_default()) {
            if !self.properties.contains_key(place) {
                return Err(format!("`{{{place}}}` in its path is not a parameter"));
            }
        }
        Ok(())
    }

    /// Puts the schema of all arguments together.
    fn schema(&mut self, definitions: Map<String, Value>) -> Map<String, Value> {
        let mut schema = Map::new();
        schema.insert("type".into(), json!("object"));
        let properties = std::mem::take(&mut self.properties);
        schema.insert("properties".into(), Value::Object(properties));
        if !self.required.is_empty() {
            schema.insert("required".into(), json!(self.required));
        }
        schema.insert("additionalProperties".into(), json!(false));
        if !definitions.is_empty() {
            schema.insert("$defs".into(), Value::Object(definitions));
        }
        schema
    }
}

/// Converts the schema of a parameter, which may stand in a `content` of one type.
fn schema_of<'a>(
    parameter: &'a Map<String, Value>,
    name: &str,
    schemas: &mut Schemas<'a>,
) -> Result<Value, SchemaError> {
    let description = parameter.get("description").and_then(Value::as_str);
    for text in [name, description.unwrap_or_default()] {
        schemas.budget.text(text)?;
    }
    let schema = parameter.get("schema").or_else(|| {
        let content = parameter.get("content")?.as_object()?;
        content.values().next()?.get("schema")
    });
    schema.map_or_else(|| Ok(json!({})), |schema| schemas.convert(schema))
}

/// Returns whether the elements of an array are sent as one text with commas.
fn is_joined(parameter: &Map<String, Value>, schema: &Value) -> bool {
    let is_array = schema.get("type").is_some_and(|kind| kind == "array");
    let is_query = parameter.get("in").is_some_and(|place| place == "query");
    let is_exploded = parameter.get("explode") != Some(&json!(false));
    is_array && !(is_query && is_exploded)
}

fn describe(schema: &mut Value, description: Option<&str>) {
    if let (Value::Object(schema), Some(description)) = (schema, description)
        && !schema.contains_key("description")
        && !schema.contains_key("$ref")
    {
        schema.insert("description".into(), description.into());
    }
}

/// The forms of a body that are not JSON, by their content types.
const FORMS: [(&str, &str); 2] = [
    ("application/x-www-form-urlencoded", "form"),
    ("multipart/form-data", "multipart"),
];

/// Returns the form of a body, unless it is JSON, and its schema. JSON is taken if there is a choice.
///
/// # Errors
/// If it has none of the known types.
fn body_schema(
    body: &Map<String, Value>,
) -> Result<Option<(Option<&'static str>, &Value)>, String> {
    static ANYTHING: Value = Value::Bool(true);
    let Some(content) = body.get("content").and_then(Value::as_object) else {
        return Ok(None);
    };
    let is_json =
        |kind: &str| kind == "*/*" || kind == "application/json" || kind.ends_with("+json");
    let schema_where = |accepts: &dyn Fn(&str) -> bool| {
        let mut types = content.iter();
        types.find_map(|(kind, media)| {
            let kind = kind.split(';').next().unwrap_or_default().trim();
            accepts(kind).then(|| media.get("schema").unwrap_or(&ANYTHING))
        })
    };
    if let Some(schema) = schema_where(&is_json) {
        return Ok(Some((None, schema)));
    }
    let form = FORMS.iter().find_map(|(wanted, name)| {
        schema_where(&|kind| kind == *wanted).map(|schema| (Some(*name), schema))
    });
    match (form, content.keys().next()) {
        (Some(form), _) => Ok(Some(form)),
        (None, Some(kind)) => Err(format!("its body is `{kind}`: neither JSON nor a form")),
        (None, None) => Ok(None),
    }
}

/// Whether a field of a multipart body is a file.
fn is_binary(schema: &Value) -> bool {
    let text = |keyword: &str| schema.get(keyword).and_then(Value::as_str);
    text("type") == Some("string")
        && (text("format") == Some("binary") || text("contentMediaType").is_some())
}

/// Returns the schema of the argument for a file.
fn as_base64(schema: &Value) -> Value {
    let mut file = json!({"type": "string", "contentEncoding": "base64"});
    if let Some(description) = schema.get("description") {
        file["description"] = description.clone();
    }
    file
}
